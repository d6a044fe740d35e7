/** The connection of the chat to its host, and what the page remembers. */
import * as z from "zod/mini";
import type { chatProtocol } from "../../chat/messages/chatProtocol.ts";
import type { PageHost, PageState } from "../connectHost.ts";

/**
 * The reading position: the turn at the top edge; for an answer, its block there; and how far that starts above the edge, in CSS pixels.
 */
const positionSchema = z.object({ turnId: z.string(), block: z.optional(z.number()), offset: z.number() });
export type ReadingPosition = z.infer<typeof positionSchema>;

/** The id of a prompt document, and the values of its form by input key. */
const formSchema = z.object({ id: z.string(), values: z.record(z.string(), z.string()) });
type WrittenForm = z.infer<typeof formSchema>;

const rememberedSchema = z.object({
  conversationId: z.optional(z.string()),
  positions: z.record(z.string(), positionSchema),
  /** Open forms of prompt documents, by conversation. */
  forms: z.catch(z.record(z.string(), formSchema), {}),
  /** Texts of sent messages that are being edited, by turn. */
  edits: z.catch(z.record(z.string(), z.string()), {}),
  /** Instructions that are too long to send, by conversation. */
  instructions: z.catch(z.record(z.string(), z.string()), {}),
});

type Remembered = z.infer<typeof rememberedSchema>;
type ChatConnection = PageHost<typeof chatProtocol, Remembered>;

export const pageState: PageState<Remembered> = {
  schema: rememberedSchema,
  first: { positions: {}, forms: {}, edits: {}, instructions: {} },
};

export interface Host extends Pick<ChatConnection, "call" | "listen"> {
  /** undefined: at the end. */
  position(conversationId: string): ReadingPosition | undefined;
  rememberPosition(conversationId: string, position: ReadingPosition | undefined): void;
  rememberConversation(conversationId: string): void;
  form(conversationId: string): WrittenForm | undefined;
  rememberForm(conversationId: string, form: WrittenForm | undefined): void;
  /** The text of a sent message that is being edited; undefined if it is not. */
  edit(turnId: string): string | undefined;
  rememberEdit(turnId: string, text: string | undefined): void;
  /** The instructions that were written but are too long to send; undefined if there are none. */
  instructions(conversationId: string): string | undefined;
  rememberInstructions(conversationId: string, text: string | undefined): void;
}

/** Number of entries of each kind to remember. */
const rememberedEntries = 50;

function withEntry<Value>(record: Record<string, Value>, key: string, value: Value | undefined): Record<string, Value> {
  const others = Object.entries(record).filter(([other]) => other !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value] as const].slice(-rememberedEntries));
}

export function rememberWith(page: ChatConnection): Host {
  return {
    call: page.call,
    listen: page.listen,
    position: (id) => page.remembered.positions[id],
    rememberPosition: (id, position) => page.remember({ positions: withEntry(page.remembered.positions, id, position) }),
    rememberConversation: (conversationId) => page.remember({ conversationId }),
    form: (id) => page.remembered.forms[id],
    rememberForm: (id, form) => page.remember({ forms: withEntry(page.remembered.forms, id, form) }),
    edit: (turnId) => page.remembered.edits[turnId],
    rememberEdit: (turnId, text) => page.remember({ edits: withEntry(page.remembered.edits, turnId, text) }),
    instructions: (id) => page.remembered.instructions[id],
    rememberInstructions: (id, text) => page.remember({ instructions: withEntry(page.remembered.instructions, id, text) }),
  };
}
