/** The highlighter with the common languages: a separate file that is loaded on demand. */
export { default } from "highlight.js/lib/common";
