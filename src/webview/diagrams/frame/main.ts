/**
 * Draws diagrams with Mermaid in a frame without an origin, so that a diagram cannot access the panel. The panel shows the resulting image,
 * which runs no scripts and loads nothing.
 */
import mermaid from "mermaid";
import { adoptStyleSheets, release, setWrittenStyles } from "./applyStyles.ts";
import { leftOut } from "./leftOut.ts";
import { mermaidConfig } from "./mermaidConfig.ts";
import type { DiagramAnswer, DiagramRequest, FrameMessage } from "./messages.ts";

/** Characters. The panel asks the user before it draws a source this large. */
const largestSource = 200_000;

const post = (message: FrameMessage) => parent.postMessage(message, "*");

/** Styles of the diagram that is being drawn. */
let styles = "";
setWrittenStyles();
adoptStyleSheets((css) => {
  styles = css;
});

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Adds size and styles, so that the markup works as an image. */
function toDocument(markup: string): string | undefined {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  const root = holder.content.firstElementChild;
  const [, , width, height] = root?.getAttribute("viewBox")?.split(/[\s,]+/) ?? [];
  if (root === null || width === undefined || height === undefined) return undefined;
  root.setAttribute("width", width);
  root.setAttribute("height", height);
  const written = release(new XMLSerializer().serializeToString(root));
  const start = written.indexOf(">") + 1;
  return `${written.slice(0, start)}<style>${escapeXml(styles)}</style>${written.slice(start)}`;
}

async function draw({ id, source, theme }: DiagramRequest): Promise<DiagramAnswer> {
  mermaid.initialize(mermaidConfig(theme, largestSource));
  try {
    const { svg } = await mermaid.render(`diagram-${id}`, source);
    const written = toDocument(svg);
    return written === undefined ? { type: "invalid" } : { type: "drawn", svg: written };
  } catch (error) {
    if (String(error).includes(leftOut)) return { type: "missing", kind: mermaid.detectType(source) };
    const line = /\bline:? (\d+)/i.exec(String(error))?.[1];
    return line === undefined ? { type: "invalid" } : { type: "invalid", line: Number(line) };
  }
}

window.addEventListener("message", ({ data, source }: MessageEvent<DiagramRequest>) => {
  if (source !== parent) return;
  void draw(data).then((answer) => post({ type: "answered", id: data.id, answer }));
});
post({ type: "ready" });
