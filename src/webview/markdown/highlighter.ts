/** The highlighter with the common languages: a file of its own, which is loaded on demand. */
export { default } from "highlight.js/lib/common";
