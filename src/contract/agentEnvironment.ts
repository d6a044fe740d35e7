/** The settings that the editor passes to the MCP server: one environment variable in addition to the key's. */
import * as z from "zod/mini";
import { forKinds, interfaceVersions } from "./kind.ts";

/** Contains the settings as JSON. */
export const agentVariable = "GENERATION_STUDIO_AGENT";

const limit = z.optional(z.number().check(z.gte(0)));

/** Settings for connections to other machines, as another process gets them. */
export const networkSchema = z.object({
  proxy: z.optional(z.string()),
  noProxy: z.optional(z.readonly(z.array(z.string()))),
  strictTls: z.optional(z.boolean()),
});

export const agentEnvironmentSchema = z.object({
  /** Folder of the journal, which the windows share. */
  data: z.string(),
  /** The `baseUrl` that is stored with tasks. */
  baseUrl: z.string(),
  /** The address at which the service answers. */
  url: z.string(),
  /** Spending limits in units of the balance. */
  budget: z.object({ session: limit, day: limit }),
  /** The unit of amounts. */
  unit: z.string(),
  defaultModels: z.object(forKinds(() => z.optional(z.string()))),
  interface: z.enum(interfaceVersions),
  /** Whether models without a provider's prefix are the demo's, and which other providers are demos. */
  demo: z.object({ isBuiltIn: z.boolean(), providers: z.array(z.string()) }),
  /** Translated texts of the view of results, by name. */
  texts: z.optional(z.record(z.string(), z.string())),
  network: networkSchema,
});
export type AgentEnvironment = z.infer<typeof agentEnvironmentSchema>;
