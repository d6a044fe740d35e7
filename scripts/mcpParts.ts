/** Leaves out what the SDK of the Model Context Protocol imports and our server never uses: the older zod, and the validation of answers that it never asks for. */
import type { Plugin } from "esbuild";

/** By the name of the module: what is imported of it. */
const unused: Readonly<Record<string, string>> = {
  "zod/v3": "",
  "zod-to-json-schema": "export const zodToJsonSchema = undefined;",
  "../validation/ajv-provider.js": "export class AjvJsonSchemaValidator {}",
};

export const mcpParts: Plugin = {
  name: "mcp-parts",
  setup(build) {
    build.onResolve({ filter: /^(?:zod\/v3|zod-to-json-schema|\.\.\/validation\/ajv-provider\.js)$/ }, ({ path, importer }) =>
      importer.includes("@modelcontextprotocol") ? { path, namespace: "mcp-parts" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "mcp-parts" }, ({ path }) => ({ contents: unused[path] ?? "", loader: "js" }));
  },
};
