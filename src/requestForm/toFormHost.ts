/** The messages from the form's page to its host. */
import * as z from "zod/mini";
import { kinds } from "../contract/kind.ts";
import { limits } from "../contract/limits.ts";

/** A compromised webview could send any of these, so the host checks what they name. */
const toFormHostSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("chooseKind"), kind: z.enum(kinds) }),
  z.object({ type: z.literal("chooseModel"), model: z.string() }),
  z.object({ type: z.literal("setPrompt"), index: z.number().check(z.int(), z.nonnegative()), text: z.string() }),
  /** The host asks the user for an instruction, and a model for a better prompt. */
  z.object({ type: z.literal("improvePrompt"), index: z.number().check(z.int(), z.nonnegative()) }),
  z.object({ type: z.literal("answerProposal"), accepts: z.boolean() }),
  /** `""`: the model's own choice. */
  z.object({ type: z.literal("setChoice"), name: z.string(), value: z.string() }),
  /** The host asks the user for a file as the value of a field. */
  z.object({ type: z.literal("chooseFile"), name: z.string() }),
  /** The host lets the user paint a mask as the value of a field. */
  z.object({ type: z.literal("paintMask"), name: z.string() }),
  z.object({ type: z.literal("setCount"), count: z.string() }),
  /** The host asks the user for files. */
  z.object({ type: z.literal("chooseImages") }),
  /** Dropped URIs of files, and addresses. */
  z.object({ type: z.literal("addImages"), uris: z.array(z.string()) }),
  z.object({
    type: z.literal("addFile"),
    name: z.string(),
    data: z.instanceof(Uint8Array).check(z.refine((data) => data.length <= limits.fileBytesPerRequest)),
  }),
  z.object({ type: z.literal("removeImage"), id: z.number() }),
  z.object({ type: z.literal("addProvider") }),
  z.object({ type: z.literal("generate") }),
  /** Opens a prompt document instead. */
  z.object({ type: z.literal("save") }),
  z.object({ type: z.literal("cancel") }),
]);
export type ToFormHost = z.infer<typeof toFormHostSchema>;

export function readToFormHost(value: unknown): ToFormHost | undefined {
  return toFormHostSchema.safeParse(value).data;
}
