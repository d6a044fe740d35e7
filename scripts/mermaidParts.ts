/** Bundles Mermaid without the two thirds that answers hardly ever need: rare kinds of diagrams, other layouts and KaTeX. */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "esbuild";
import { leftOut } from "../src/webview/diagrams/frame/leftOut.ts";

const chunks = path.join(import.meta.dirname, "..", "node_modules", "mermaid", "dist", "chunks", "mermaid.core");

/** The modules of the supported diagrams, by the start of their file names. */
const kinds = [
  "flowDiagram",
  "sequenceDiagram",
  "classDiagram",
  "stateDiagram",
  "erDiagram",
  "ganttDiagram",
  "pieDiagram",
  "mindmap",
  "timeline",
  "gitGraphDiagram",
  "journeyDiagram",
  "quadrantDiagram",
  "xychartDiagram",
];
const kind = new RegExp(`/(?:${kinds.join("|")})-`);

/** Replaces a module that is left out. Whatever Mermaid uses of it throws the error that the frame reads: see `missingKind`. */
const nothing = `export const diagram = new Proxy({}, { get() { throw new Error("${leftOut}"); } });`;
/** Replaces KaTeX: a formula in a label is shown as its source. */
const source = "export default { renderToString: (tex) => tex };";

/** Mermaid and its parser are published as bundles. These replacements let esbuild detect which of their parts are unused. */
const spellings: readonly [RegExp, string][] = [
  // These calls restore the names of functions and classes after minification, and esbuild counts each call as a use.
  [/^\s*__name\([\w$]+, "[^"]*"\);$/gm, ""],
  [/(?<== )(?=__(?:commonJS|esm|toESM)\()/g, "/* @__PURE__ */ "],
  // The parser's packages also serve language servers. The parser needs only these three modules of their protocol.
  [/(?<=import_vscode_languageserver_protocol\d* = ).*(?=;)/g, "{ ...require_cancellation(), ...require_events(), ...require_messages() }"],
];

export const mermaidParts: Plugin = {
  name: "mermaid-parts",
  setup(build) {
    build.onResolve({ filter: /^katex$/ }, () => ({ path: "katex", namespace: "source" }));
    build.onLoad({ filter: /.*/, namespace: "source" }, () => ({ contents: source }));
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: nothing }));
    const missing = new Set(spellings);
    build.onLoad({ filter: /[/\\](?:mermaid|@mermaid-js[/\\]parser)[/\\]dist[/\\].*\.mjs$/ }, async ({ path: file }) => {
      let contents = await readFile(file, "utf8");
      for (const spelling of spellings) {
        const replaced = contents.replace(...spelling);
        if (replaced !== contents) missing.delete(spelling);
        contents = replaced;
      }
      return { contents, loader: "js" };
    });
    // After an upgrade of Mermaid that spells them differently, the bundle would contain its unused parts.
    build.onEnd(() => ({ errors: [...missing].map(([found]) => ({ text: `No file of Mermaid contains ${found}` })) }));
    build.onResolve({ filter: /\.mjs$/ }, ({ kind: how, importer, path: wanted }) => {
      if (how !== "dynamic-import" || !importer.includes("mermaid")) return undefined;
      // As in Mermaid's own small build, the most common layout replaces all others.
      if (/\/(?:elk|swimlanes|cose-bilkent)-/.test(wanted)) return { path: path.join(chunks, dagre()) };
      // Of the supported kinds, only these two use the newer parser.
      const isKept = importer.includes("parser") ? /\/(?:pie|gitGraph)-/.test(wanted) : kind.test(wanted) || /\/dagre-/.test(wanted);
      return isKept ? undefined : { path: wanted, namespace: "nothing" };
    });
  },
};

function dagre(): string {
  const name = readdirSync(chunks).find((file) => /^dagre-\w+\.mjs$/.test(file));
  if (name === undefined) throw new Error("Mermaid has no layout named dagre");
  return name;
}
