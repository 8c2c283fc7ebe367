// What preact-htm.js exports (htm/preact/standalone of htm 3.1.1), with Preact's own types.

import type { VNode } from "preact";

export { Component, createContext, h, render } from "preact";
export {
  useCallback, useContext, useDebugValue, useEffect, useErrorBoundary, useImperativeHandle, useLayoutEffect, useMemo,
  useReducer, useState,
} from "preact/hooks";

// A reference to an element is filled once the element is drawn, which is before any effect or handler reads it; other
// references begin with their value. `/** @type {Ref<HTMLElement>} */ const ref = useRef(null)` names the element.
export interface Ref<T> {
  current: T;
}
export function useRef<T extends Element>(none: null): Ref<T>;
export function useRef<T>(first: T): Ref<T>;

// Templates are looked into by the checker as JSX (tests/web/js/templates.js).
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
