/** Browser scripts that render a growing Markdown text with other renderers, once per frame. */

const shell = `
const holder = document.createElement("div");
document.body.append(holder);
let whole = "";
let fresh = "";
let asked = false;
window.showsEnd = () => holder.textContent.includes("The very last words.");
window.takeText = (text) => {
  whole += text;
  fresh += text;
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; draw(); fresh = ""; });
};
`;

export const peers = {
  "react-markdown": `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import Markdown from "react-markdown";
import gfm from "remark-gfm";
${shell}
const root = createRoot(holder);
const draw = () => flushSync(() => root.render(createElement(Markdown, { remarkPlugins: [gfm] }, whole)));
`,
  "markdown-it": `
import markdownIt from "markdown-it";
import purifier from "dompurify";
${shell}
const parser = markdownIt({ html: true, linkify: true });
const draw = () => { holder.innerHTML = purifier.sanitize(parser.render(whole)); };
`,
  "streaming-markdown": `
import { default_renderer, parser, parser_write } from "streaming-markdown";
${shell}
const stream = parser(default_renderer(holder));
const draw = () => parser_write(stream, fresh);
`,
} as const;
export type Peer = keyof typeof peers;
