/** The messages between the service and the process of the local engine. */
import * as z from "zod/mini";

const callSchema = z.object({ type: z.literal("call"), name: z.string(), arguments: z.unknown(), result: z.string() });
const itemSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("system"), text: z.string() }),
  z.object({ type: z.literal("user"), text: z.string() }),
  z.object({
    type: z.literal("model"),
    parts: z.array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("text"), text: z.string() }),
        z.object({ type: z.literal("thought"), text: z.string() }),
        callSchema,
      ]),
    ),
  }),
]);
export type HistoryItem = z.infer<typeof itemSchema>;

const schemaSchema = z.record(z.string(), z.unknown());
const generationSchema = z.object({
  /** Path of the model. */
  file: z.string(),
  /** Tokens of its context at most. */
  context: z.number(),
  history: z.array(itemSchema),
  functions: z.array(z.object({ name: z.string(), description: z.optional(z.string()), parameters: schemaSchema })),
  /** `required`: the answer is a call of one of the functions. */
  calls: z.enum(["none", "auto", "one", "required"]),
  /** JSON Schema of the answer. */
  schema: z.optional(schemaSchema),
  maximumTokens: z.optional(z.number()),
  temperature: z.optional(z.number()),
  topP: z.optional(z.number()),
  seed: z.optional(z.number()),
});
/** What the engine generates. */
export type EngineRequest = z.infer<typeof generationSchema>;

export const toEngineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("generate"), id: z.number(), request: generationSchema }),
  z.object({ type: z.literal("stop"), id: z.number() }),
]);
export type ToEngine = z.infer<typeof toEngineSchema>;

export const fromEngineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), id: z.number(), text: z.string() }),
  z.object({ type: z.literal("thought"), id: z.number(), text: z.string() }),
  z.object({ type: z.literal("call"), id: z.number(), name: z.string(), arguments: z.string() }),
  z.object({
    type: z.literal("ended"),
    id: z.number(),
    reason: z.enum(["stop", "length", "calls"]),
    /** Tokens. */
    read: z.number(),
    written: z.number(),
  }),
  z.object({ type: z.literal("failed"), id: z.number(), kind: z.enum(["tooLong", "model", "other"]), message: z.string() }),
]);
export type FromEngine = z.infer<typeof fromEngineSchema>;
