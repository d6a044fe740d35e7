/** A conversation in; its shown turns as Markdown, or the whole as JSON, out; and JSON back in. */
import * as z from "zod/mini";
import { type Conversation, conversationSchema, visiblePath } from "./conversation.ts";
import { listSources } from "./numberSources.ts";
import { type AssistantTurn, isRunning } from "./turn.ts";

function answerToMarkdown(turn: AssistantTurn): string {
  const pieces = turn.parts.flatMap((part): string[] => {
    switch (part.kind) {
      case "text": {
        const sources = listSources(part.citations).map(
          (citation, index) => `${index + 1}. [${citation.title ?? citation.url}](${citation.url})`,
        );
        return sources.length > 0 ? [part.text, sources.join("\n")] : [part.text];
      }
      case "reasoning":
        return [`<details>\n<summary>Reasoning</summary>\n\n${part.text}\n\n</details>`];
      case "refusal":
        return [`*The model refused:* ${part.text}`];
      case "image":
        return part.file === undefined ? [] : [`*(picture ${part.file})*`];
      default:
        return [];
    }
  });
  if (turn.state !== "completed") pieces.push(`*(${turn.state}${turn.error ? `: ${turn.error.message}` : ""})*`);
  return [`## ${turn.model}${turn.demo ? " (demo)" : ""}`, ...pieces].join("\n\n");
}

export function toMarkdown(conversation: Conversation): string {
  const turns = visiblePath(conversation).map((turn) => {
    if (turn.role === "assistant") return answerToMarkdown(turn);
    const attached = turn.attachments.map(({ name }) => `*Attached: ${name}*`);
    return ["## You", ...attached, turn.text].join("\n\n");
  });
  return `${[`# ${conversation.title || "Conversation"}`, ...turns].join("\n\n")}\n`;
}

const exportedSchema = z.object({
  format: z.literal("generation-studio.conversation"),
  version: z.literal(1),
  conversation: conversationSchema,
});

export function toJson(conversation: Conversation): string {
  return `${JSON.stringify({ format: "generation-studio.conversation", version: 1, conversation }, undefined, 2)}\n`;
}

/** undefined: not an exported conversation. What was running is not any more; `newId` gives every import an identity of its own. */
export function fromJson(text: string, newId: () => string): Conversation | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = exportedSchema.safeParse(value);
  if (!read.success) return undefined;
  const { conversation } = read.data;
  const ids = new Map(conversation.turns.map((turn) => [turn.id, newId()]));
  const renamed = (id: string) => ids.get(id) ?? id;
  return {
    ...conversation,
    id: newId(),
    queue: [],
    chosen: Object.fromEntries(Object.entries(conversation.chosen).map(([parent, child]) => [renamed(parent), renamed(child)])),
    turns: conversation.turns.map((turn) => {
      const place = { id: renamed(turn.id), parentId: turn.parentId === null ? null : renamed(turn.parentId) };
      if (turn.role === "assistant") return { ...turn, ...place, state: isRunning(turn.state) ? "truncated" : turn.state };
      // An attachment's content stays where it was exported from.
      return { ...turn, ...place, attachments: [] };
    }),
  };
}
