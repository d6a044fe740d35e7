/** What the editor and the server for agents that it starts exchange: one variable of the environment beside the one with the key. */
import * as z from "zod/mini";
import { interfaceGenerations } from "./kind.ts";

/** Holds the settings as JSON. */
export const agentVariable = "GENERATION_STUDIO_AGENT";

const limit = z.optional(z.number().check(z.gte(0)));

export const agentEnvironmentSchema = z.object({
  /** Folder of the journal, which the windows share. */
  data: z.string(),
  /** What tasks remember as their service. */
  baseUrl: z.string(),
  /** Where it answers. */
  url: z.string(),
  /** Most that may be spent, in units of the balance. */
  budget: z.object({ session: limit, day: limit }),
  defaultModels: z.object({
    text: z.optional(z.string()),
    image: z.optional(z.string()),
    audio: z.optional(z.string()),
    video: z.optional(z.string()),
  }),
  interface: z.enum(interfaceGenerations),
  /** Whether models without a provider in front are the demo's, and the providers that are demos too. */
  demo: z.object({ isBuiltIn: z.boolean(), providers: z.array(z.string()) }),
  /** What the view of results says in the editor's language, by name. */
  texts: z.optional(z.record(z.string(), z.string())),
  network: z.object({ proxy: z.optional(z.string()), noProxy: z.optional(z.array(z.string())), strictTls: z.optional(z.boolean()) }),
});
export type AgentEnvironment = z.infer<typeof agentEnvironmentSchema>;
