import type { OutputChange } from "./outputChange.ts";
import type { OutputPart } from "./outputPart.ts";

/** A piece of what a reader sees first: to append to what has arrived. */
export interface TextPiece {
  kind: "text" | "refusal";
  text: string;
}

/** Follows the changes of one output, and returns the piece of a text or a refusal that a change adds; undefined: none. */
export function createTextReader(): (change: OutputChange) => TextPiece | undefined {
  const kinds = new Map<string, OutputPart["kind"]>();
  return (change) => {
    if (change.type === "partAdded") {
      const { part } = change;
      kinds.set(part.key, part.kind);
      return (part.kind === "text" || part.kind === "refusal") && part.text !== "" ? { kind: part.kind, text: part.text } : undefined;
    }
    if (change.type !== "textAppended") return undefined;
    const kind = kinds.get(change.key);
    return kind === "text" || kind === "refusal" ? { kind, text: change.text } : undefined;
  };
}

/** A piece of a model's reasoning: to append to what has arrived of the part with this key. */
export interface ReasoningPiece {
  key: string;
  text: string;
}

/** The same for reasoning. What replaces a text that was returned before is left out, because it cannot be taken back. */
export function createReasoningReader(): (change: OutputChange) => ReasoningPiece | undefined {
  const keys = new Set<string>();
  return (change) => {
    if (change.type === "partAdded") {
      const { part } = change;
      if (part.kind !== "reasoning") return undefined;
      keys.add(part.key);
      return part.text === "" ? undefined : { key: part.key, text: part.text };
    }
    return change.type === "textAppended" && keys.has(change.key) ? { key: change.key, text: change.text } : undefined;
  };
}
