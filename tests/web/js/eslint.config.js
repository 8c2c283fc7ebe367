// What the linter looks for in the page's scripts, in their tests and in these tools.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules/", "**/vendor/", "**/.venv*/", "**/build/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 22], // functions stay short enough to take in; every condition of a template counts
      eqeqeq: "error",
      "no-console": "error",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-implied-eval": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unneeded-ternary": "error",
      "no-useless-concat": "error",
      "no-useless-rename": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "error",
    },
  },
  {
    files: ["web/static/**"],
    languageOptions: { globals: globals.browser },
    rules: {
      // A name of the browser's that is meant to be a variable is easily taken for one: `name`, `event`, `status`.
      "no-restricted-globals": ["error", "event", "name", "status", "top", "parent", "length", "open", "close", "find", "stop"],
    },
  },
  { files: ["web/static/worker/**"], languageOptions: { globals: { ...globals.serviceworker, assets: "readonly" } } },
  { files: ["tests/web/js/**"], languageOptions: { globals: globals.node } },
  { files: ["tests/web/js/templates.test.js"], rules: { "no-template-curly-in-string": "off" } }, // it is about just those
];
