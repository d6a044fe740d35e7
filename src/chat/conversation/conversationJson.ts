/** Exports a conversation with its branches, attachments and images as JSON, and imports it. */
import * as z from "zod/mini";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { adoptConversation } from "./adoptConversation.ts";
import { conversationSchema } from "./conversation.ts";
import { presetSchema } from "./instructionPreset.ts";
import { conversationFormat, conversationVersion, type MovedConversation } from "./movedConversation.ts";

/** Complete groups of four characters, so that decoding neither loses nor adds bytes. */
const base64Schema = z.string().check(z.refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)));

const movedSchema = z.object({
  format: z.literal(conversationFormat),
  version: z.literal(conversationVersion),
  conversation: conversationSchema,
  attachments: z._default(z.record(z.string(), base64Schema), {}),
  pictures: z._default(z.record(z.string(), base64Schema), {}),
  preset: z.optional(presetSchema),
});

export function toJson({ conversation, attachments, images, preset }: MovedConversation): string {
  const moved: z.input<typeof movedSchema> = {
    format: conversationFormat,
    version: conversationVersion,
    conversation: { ...conversation, queue: [], queuePause: undefined },
    attachments: Object.fromEntries(attachments),
    pictures: Object.fromEntries(images),
    ...(preset === undefined ? {} : { preset }),
  };
  return `${JSON.stringify(moved, undefined, 2)}\n`;
}

/** undefined: not an exported conversation, or an inconsistent one. `newId` gives each import new ids. */
export function fromJson(text: string, newId: () => string): MovedConversation | undefined {
  const read = movedSchema.safeParse(tryParseJson(text));
  const adopted = read.success ? adoptConversation(read.data.conversation, newId) : undefined;
  if (!read.success || adopted === undefined) return undefined;
  const { conversation, attachmentIds } = adopted;
  const attachments = Object.entries(read.data.attachments).flatMap(([id, content]) => {
    const newName = attachmentIds.get(id);
    return newName === undefined ? [] : [[newName, content] as const];
  });
  return {
    conversation,
    attachments: new Map(attachments),
    images: new Map(Object.entries(read.data.pictures)),
    preset: read.data.preset,
  };
}
