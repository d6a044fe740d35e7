/** Leaves out modules that bundled packages import and our code never uses. */
import { readFile } from "node:fs/promises";
import type { OnLoadResult, Plugin } from "esbuild";

interface Part {
  importer: RegExp;
  /** The import's specifier, as the importer writes it. */
  path: RegExp;
  /** Replaces the module. */
  contents: string;
}

const parts: readonly Part[] = [
  // The MCP SDK's validation of answers to elicitation, which our server never requests.
  {
    importer: /@modelcontextprotocol/,
    path: /^@modelcontextprotocol\/server\/_shims$/,
    contents: 'export class DefaultJsonSchemaValidator {} export { default as process } from "node:process";',
  },
  // We use undici's `request`, agents and proxies, but no `fetch`, WebSocket, cache, interceptor, mock or other pool.
  // undici's index creates a `CacheStorage`.
  {
    importer: /[/\\]undici[/\\]index\.js$/,
    path: /^\.\/lib\/(?:(?:cache|handler|interceptor|mock|web)\/|dispatcher\/(?:balanced-pool|h2c-client|env-http-proxy-agent|socks5-proxy-agent|retry-agent|round-robin-pool)$)/,
    contents: "exports.CacheStorage = class {};",
  },
  // Connections do not offer HTTP/2, and SOCKS proxies are reached with the package `socks`.
  {
    importer: /[/\\]undici[/\\]lib[/\\]dispatcher[/\\][\w-]+\.js$/,
    path: /^\.\/(?:client-h2|socks5-proxy-agent)(?:\.js)?$/,
    contents: "",
  },
  // Of icodec, only the decoders of WebP and AVIF are used; others read the rest.
  {
    importer: /[/\\]icodec[/\\]lib[/\\]/,
    path: /^\.\.\/dist\/(?:\w+-enc|heic-dec|jxl-dec|wp2-dec|mozjpeg|pngquant|qoi)\.js$/,
    contents: "export default () => undefined; export const optimize = undefined, png_to_rgba = undefined, quantize = undefined;",
  },
  // file-type reads archives with this package, which logs with `debug`.
  { importer: /@tokenizer/, path: /^debug$/, contents: "export default () => () => undefined;" },
];

/** The AI SDK's packages import zod as one object, so esbuild must keep its unused parts, mainly its messages in all languages. */
const aiSdk = /[/\\]@ai-sdk[/\\][\w-]+[/\\]dist[/\\].*\.m?js$/;
const wholeZod = 'import { z } from "zod/v4";';
const partsOfZod = 'import * as z from "zod/v4";';

const zodImport = /\bimport\b([^;"'(]*)\bfrom\s*["']zod(?:\/(?:v\d|classic|mini))*["'].*/g;
/** What an import of the whole zod has after its first word: a default import, or `z` among the names. */
const wholeZodNames = /^\s*[\w$]|[{,]\s*(?:z|default)\b/;

function replaceWholeZod(text: string, file: string): OnLoadResult {
  const contents = text.replace(wholeZod, partsOfZod);
  const left = [...contents.matchAll(zodImport)].find(([, names = ""]) => wholeZodNames.test(names));
  if (left === undefined) return { contents, loader: "js" };
  return { errors: [{ text: `${file} imports the whole zod: ${left[0]} This spelling must be replaced too.` }] };
}

const namespace = "unused-parts";

export const unusedParts: Plugin = {
  name: namespace,
  setup({ onResolve, onLoad }) {
    for (const { importer, path, contents } of parts) {
      onResolve({ filter: path }, (found) =>
        importer.test(found.importer) ? { path: found.path, namespace, pluginData: contents } : undefined,
      );
    }
    onLoad({ filter: /.*/, namespace }, ({ pluginData }) => ({ contents: String(pluginData), loader: "js" }));
    onLoad({ filter: aiSdk }, async ({ path }) => replaceWholeZod(await readFile(path, "utf8"), path));
  },
};
