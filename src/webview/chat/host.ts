/** The connection to the host: validated messages, and state that the panel stores itself. */
import * as z from "zod/mini";
import type { ToHost } from "../../chat/toHost.ts";
import { readToPanel, type ToPanel } from "../../chat/toPanel.ts";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

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

export interface Host {
  post(message: ToHost): void;
  listen(receive: (message: ToPanel) => void): void;
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

export function connectHost(): Host {
  const api = acquireVsCodeApi();
  const read = rememberedSchema.safeParse(api.getState());
  let remembered: Remembered = read.success ? read.data : { positions: {}, forms: {}, edits: {}, instructions: {} };
  const remember = (next: Partial<Remembered>) => {
    remembered = { ...remembered, ...next };
    api.setState(remembered);
  };
  return {
    post: (message) => api.postMessage(message),
    listen(receive) {
      window.addEventListener("message", (event) => {
        // Messages without an origin come from the frame that draws diagrams, not from the host.
        if (event.origin === "null") return;
        const message = readToPanel(event.data);
        if (message !== undefined) receive(message);
      });
    },
    position: (id) => remembered.positions[id],
    rememberPosition: (id, position) => remember({ positions: withEntry(remembered.positions, id, position) }),
    rememberConversation: (conversationId) => remember({ conversationId }),
    form: (id) => remembered.forms[id],
    rememberForm: (id, form) => remember({ forms: withEntry(remembered.forms, id, form) }),
    edit: (turnId) => remembered.edits[turnId],
    rememberEdit: (turnId, text) => remember({ edits: withEntry(remembered.edits, turnId, text) }),
    instructions: (id) => remembered.instructions[id],
    rememberInstructions: (id, text) => remember({ instructions: withEntry(remembered.instructions, id, text) }),
  };
}
