/** Bundles KaTeX without the quarter of it that only its HTML output needs, because the panel shows MathML. */
import path from "node:path";
import type { Plugin } from "esbuild";

/** Replaces the metrics of KaTeX's own fonts: every character exists, and all its measures are 0. */
const fontMetrics = "export default new Proxy({}, { get: () => new Proxy({}, { get: () => [0, 0, 0, 0, 0] }) });";
const drawings =
  'const none = () => ""; export { none as phasePath, none as sqrtPath, none as innerPath, none as tallDelim }; export const path = {};';

export const katexForMathMl: Plugin = {
  name: "katex-for-mathml",
  setup(build) {
    build.initialOptions.define = { ...build.initialOptions.define, __VERSION__: '""' };
    build.onResolve({ filter: /^katex$/ }, () => ({ path: path.join(import.meta.dirname, "..", "node_modules", "katex", "katex.ts") }));
    build.onLoad({ filter: /katex[/\\]src[/\\]fontMetricsData\.js$/ }, () => ({ contents: fontMetrics }));
    build.onLoad({ filter: /katex[/\\]src[/\\]svgGeometry\.ts$/ }, () => ({ contents: drawings }));
  },
};
