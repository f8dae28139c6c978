import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const STORAGES = ["localStorage", "sessionStorage", "indexedDB", "caches"];

export default ts.config(
  { ignores: ["node_modules", "tools/offline.js", "*.js"] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
    rules: {
      // Pictures of the emoji set are put in as they are; they come out of our own build.
      "svelte/no-at-html-tags": "off",
      "svelte/no-navigation-without-resolve": "off", // there is no such router here
      "svelte/prefer-svelte-reactivity": "off",
      "no-undef": "off",
      "svelte/no-unused-svelte-ignore": "off", // svelte-check says which are needed; the two do not agree
      "svelte/no-useless-mustaches": "off", // a blank that must stay is written {" "}
    },
  },
  {
    // A browser may forbid, fill or clear its storage: only src/storage knows how to live with that.
    files: ["src/**"],
    ignores: ["src/storage/**"],
    rules: {
      "no-restricted-globals": ["error", ...STORAGES.map((name) => ({ name, message: "Use src/storage, which never throws." }))],
      "no-restricted-properties": ["error", ...STORAGES.flatMap((property) => ["window", "globalThis", "self"].map((object) => ({ object, property, message: "Use src/storage, which never throws." })))],
    },
  },
  {
    files: ["src/**"],
    ignores: ["src/ui/copy.ts"],
    rules: { "no-restricted-syntax": ["error", { selector: "MemberExpression[property.name='clipboard']", message: "Use copyText of src/ui/copy, which copies on plain http, too." }] },
  },
  { rules: { "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }] } },
);
