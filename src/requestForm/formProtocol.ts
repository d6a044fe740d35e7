/** The calls of the form's page, and what its host pushes. */
import * as z from "zod/mini";
import { kinds } from "../contract/kind.ts";
import { limits } from "../contract/limits.ts";
import { nothing, type PanelProtocol } from "../contract/panelProtocol.ts";
import { requestFormSchema } from "./requestForm.ts";

const index = z.number().check(z.int(), z.nonnegative());
const name = z.string();

/** false: the request cannot be sent, so every error is shown. */
const acceptedSchema = z.object({ isAccepted: z.boolean() });

const checkedSchema = z.object({
  type: z.literal("checked"),
  /** What cannot be sent, by control: `model`, `prompt 0`, `count`, `references`, or a field's name. */
  errors: z.record(z.string(), z.string()),
  /** One line each, about the price. */
  cost: z.array(z.string()),
  /** What the page gives back after a reload of the window; absent: nothing. */
  kept: z.optional(z.unknown()),
});
export type CheckedForm = z.infer<typeof checkedSchema>;

/** The host has the values. After each change it pushes the form, if that shows something else now, and what was checked. */
export const formProtocol = {
  calls: {
    ready: [nothing, nothing],
    chooseKind: [z.object({ kind: z.enum(kinds) }), nothing],
    chooseModel: [z.object({ model: z.string() }), nothing],
    setPrompt: [z.object({ index, text: z.string() }), nothing],
    /** The host asks the user for an instruction, and a model for a better prompt. */
    improvePrompt: [z.object({ index }), acceptedSchema],
    answerProposal: [z.object({ accepts: z.boolean() }), nothing],
    /** `""`: the model's own choice. */
    setChoice: [z.object({ name, value: z.string() }), nothing],
    /** The host asks the user for a file as the value of a field. */
    chooseFile: [z.object({ name }), nothing],
    /** The host lets the user paint a mask as the value of a field. */
    paintMask: [z.object({ name }), nothing],
    setCount: [z.object({ count: z.string() }), nothing],
    /** The host asks the user for files. */
    chooseImages: [nothing, nothing],
    /** Dropped URIs of files, and addresses. */
    addImages: [z.object({ uris: z.array(z.string()) }), nothing],
    addFile: [
      z.object({ name, data: z.instanceof(Uint8Array).check(z.refine((data) => data.length <= limits.fileBytesPerRequest)) }),
      nothing,
    ],
    removeImage: [z.object({ id: z.number() }), nothing],
    addProvider: [nothing, nothing],
    generate: [nothing, acceptedSchema],
    /** Opens a prompt document instead. */
    save: [nothing, acceptedSchema],
    cancel: [nothing, nothing],
  },
  pushes: z.discriminatedUnion("type", [z.object({ type: z.literal("form"), form: requestFormSchema }), checkedSchema]),
} as const satisfies PanelProtocol;
