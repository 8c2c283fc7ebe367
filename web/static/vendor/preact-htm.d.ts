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

// What a handler that stands within a template is given. Which element it hangs on is not known to the types: the page's
// handlers of this kind stand on fields and on buttons.
export interface TemplateEvent extends UIEvent {
  readonly target: HTMLInputElement;
  readonly currentTarget: HTMLElement;
}

// Components and their properties within a template are not checked; a component checks what it does with them.
export function html(strings: TemplateStringsArray, ...values: ({} | null | undefined | ((event: TemplateEvent) => unknown))[]): VNode;
