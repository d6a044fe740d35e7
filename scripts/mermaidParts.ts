/** Bundles Mermaid without what answers hardly ever contain: two thirds of it are rare kinds of diagrams, other layouts and KaTeX. */
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";

const chunks = path.join(import.meta.dirname, "..", "node_modules", "mermaid", "dist", "chunks", "mermaid.core");

/** The modules of the diagrams that are drawn, by how their files' names begin. */
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

/** In place of a module that is left out. Mermaid reports such a diagram as one that it cannot draw. */
const nothing = "export const diagram = undefined;";
/** In place of KaTeX: a formula in a label is its source. */
const source = "export default { renderToString: (tex) => tex };";

export const mermaidParts: Plugin = {
  name: "mermaid-parts",
  setup(build) {
    build.onResolve({ filter: /^katex$/ }, () => ({ path: "katex", namespace: "source" }));
    build.onLoad({ filter: /.*/, namespace: "source" }, () => ({ contents: source }));
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: nothing }));
    build.onResolve({ filter: /\.mjs$/ }, ({ kind: how, importer, path: wanted }) => {
      if (how !== "dynamic-import" || !importer.includes("mermaid")) return undefined;
      // As in Mermaid's own small build, all layouts are the common one.
      if (/\/(?:elk|swimlanes|cose-bilkent)-/.test(wanted)) return { path: path.join(chunks, dagre()) };
      // The kinds that have a parser of the newer sort.
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
