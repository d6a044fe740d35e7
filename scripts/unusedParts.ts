/** Leaves out what bundled packages import and our code never uses. */
import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

interface Part {
  importer: RegExp;
  /** What is imported, as the importer writes it. */
  path: RegExp;
  /** In its place. */
  contents: string;
}

const parts: readonly Part[] = [
  // The older zod of the SDK of the Model Context Protocol, and the validation of answers that our server never asks for.
  { importer: /@modelcontextprotocol/, path: /^zod\/v3$/, contents: "" },
  { importer: /@modelcontextprotocol/, path: /^zod-to-json-schema$/, contents: "export const zodToJsonSchema = undefined;" },
  { importer: /@modelcontextprotocol/, path: /\/ajv-provider\.js$/, contents: "export class AjvJsonSchemaValidator {}" },
  // We use undici's `request`, agents and proxies: no `fetch`, no WebSocket, no cache, no interceptor, no mock and no other pool. Its index creates a cache.
  {
    importer: /[/\\]undici[/\\]index\.js$/,
    path: /^\.\/lib\/(?:(?:cache|handler|interceptor|mock|web)\/|dispatcher\/(?:balanced-pool|h2c-client|retry-agent|round-robin-pool)$)/,
    contents: "exports.CacheStorage = class {};",
  },
  // Of file-type, which reads archives with it.
  { importer: /@tokenizer/, path: /^debug$/, contents: "export default () => () => undefined;" },
];

/** The packages of the AI SDK import an object of everything in zod, whose unused parts esbuild must keep: all languages, above all. */
const aiSdk = /[/\\]@ai-sdk[/\\][\w-]+[/\\]dist[/\\]index\.js$/;
const wholeZod = 'import { z } from "zod/v4";';
const partsOfZod = 'import * as z from "zod/v4";';

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
    onLoad({ filter: aiSdk }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(wholeZod, partsOfZod),
      loader: "js",
    }));
  },
};
