/** Imports a conversation from exported Markdown, even if it was edited since. */
import * as z from "zod/mini";
import { mediaKinds } from "../../contract/kind.ts";
import { citationSchema, type OutputPart } from "../../output/outputPart.ts";
import { adoptConversation } from "./adoptConversation.ts";
import { type Conversation, conversationSchema } from "./conversation.ts";
import { type Mark, readMarks } from "./markdownMarks.ts";
import { conversationVersion } from "./movedConversation.ts";
import { type AssistantTurn, assistantTurnSchema, type Turn, userTurnSchema } from "./turn.ts";

const conversationFacts = z.extend(z.pick(conversationSchema, { title: true, createdAt: true, updatedAt: true, settings: true }), {
  version: z.literal(conversationVersion),
});
const promptFacts = z.pick(userTurnSchema, { createdAt: true, attachments: true, document: true });
const answerFacts = z.omit(assistantTurnSchema, { role: true, id: true, parentId: true, parts: true });
const textFacts = z.object({ citations: z._default(z.array(citationSchema), []) });
/** Lines that only close the text, and a text that is shown as code. */
const shownFacts = z.object({ closing: z.optional(z.string()), text: z.optional(z.string()) });
/** Images are loaded only from beside the Markdown file, so the name must not be a path. */
const imageFacts = z.object({
  state: z.enum(["drawing", "ready", "damaged"]),
  file: z.optional(z.string().check(z.regex(/^[\w-][\w.-]*$/))),
});
const taskFacts = z.object({ task: z.string(), media: z.enum(mediaKinds) });
const stepFacts = z.object({ type: z.string(), done: z.boolean() });

function readText({ facts, text: shown }: Mark): string {
  const { closing, text } = shownFacts.safeParse(facts).data ?? {};
  if (text !== undefined) return text;
  return closing !== undefined && shown.endsWith(`\n${closing}`) ? shown.slice(0, -closing.length - 1) : shown;
}

function readPart(mark: Mark, key: string): OutputPart | undefined {
  const { name, facts } = mark;
  switch (name) {
    case "text":
      return { kind: "text", key, text: readText(mark), citations: textFacts.safeParse(facts).data?.citations ?? [] };
    case "reasoning":
    case "refusal":
      return { kind: name, key, text: readText(mark) };
    case "picture": {
      const { data } = imageFacts.safeParse(facts);
      return data && { kind: "image", key, ...data };
    }
    case "step": {
      const { data } = stepFacts.safeParse(facts);
      return data && { kind: "step", key, ...data };
    }
    case "task": {
      const { data } = taskFacts.safeParse(facts);
      return data && { kind: "task", key, ...data };
    }
    case "conversation":
    case "prompt":
    case "answer":
    case "end":
      return undefined;
  }
}

/** Each turn follows the one before it. */
function readTurns(marks: readonly Mark[]): Turn[] {
  const turns: Turn[] = [];
  for (const mark of marks) {
    const last = turns.at(-1);
    const location = { id: `${turns.length}`, parentId: last?.id ?? null };
    if (mark.name === "prompt") {
      const { data } = promptFacts.safeParse(mark.facts);
      if (data) turns.push({ role: "user", ...location, text: "", ...data });
    } else if (mark.name === "answer") {
      const { data } = answerFacts.safeParse(mark.facts);
      if (data) turns.push({ role: "assistant", ...location, parts: [], ...data } satisfies AssistantTurn);
    } else if (last?.role === "user") {
      if (mark.name === "text") last.text = readText(mark);
    } else if (last?.role === "assistant") {
      const part = readPart(mark, `${last.parts.length}`);
      if (part) last.parts.push(part);
    }
  }
  return turns;
}

/** undefined: not an exported conversation. Markdown does not contain the attachments' contents; images are separate files. */
export function fromMarkdown(text: string, newId: () => string): Conversation | undefined {
  const marks = readMarks(text);
  const start = marks.findIndex(({ name }) => name === "conversation");
  const { data } = conversationFacts.safeParse(marks[start]?.facts);
  if (data === undefined) return undefined;
  const { version: _, ...head } = data;
  return adoptConversation({ ...head, id: "", turns: readTurns(marks.slice(start + 1)), chosen: {}, queue: [] }, newId)?.conversation;
}
