/** Joins the output of a request for the rest of an answer with the parts that the answer had before. */
import type { AssistantTurn } from "../chat/conversation/turn.ts";
import type { OutputChange } from "../output/outputChange.ts";
import type { Citation, OutputPart } from "../output/outputPart.ts";

/** The earlier part that the first new text, or the first new reasoning, is appended to. */
interface JoinedPart {
  key: string;
  /** The earlier text, including the separator before the new text. */
  before: string;
  citations: Citation[];
}

function shiftCitation(citation: Citation, by: number): Citation {
  const { start, end } = citation;
  return { ...citation, ...(start === undefined ? {} : { start: start + by }), ...(end === undefined ? {} : { end: end + by }) };
}

/** New text follows the interrupted text directly; new reasoning starts a new paragraph. */
function joinedPart(kind: OutputPart["kind"], parts: readonly OutputPart[]): JoinedPart | undefined {
  const part = kind === "text" ? parts.at(-1) : parts.findLast((other) => other.kind === kind);
  if (kind === "text" && part?.kind === "text") return { key: part.key, before: part.text, citations: part.citations };
  if (kind === "reasoning" && part?.kind === "reasoning") return { key: part.key, before: `${part.text}\n\n`, citations: [] };
  return undefined;
}

type Continue = (change: OutputChange) => OutputChange[];

/** Returns a function for the changes of the answer, given those of its newest request. They are the same unless the answer is continued. */
export function continuedOutput({ continued }: Pick<AssistantTurn, "continued">): Continue {
  if (continued === undefined) return (change) => [change];
  const { earlier, parts = [] } = continued;
  /** Makes the keys of each request's parts unique. */
  const keyOf = (key: string) => joined.get(key)?.key ?? `${earlier.length}/${key}`;
  const joined = new Map<string, JoinedPart>();
  const seen = new Set<OutputPart["kind"]>();

  function add(part: OutputPart): OutputChange[] {
    const { kind, key } = part;
    const found = seen.has(kind) ? undefined : joinedPart(kind, parts);
    seen.add(kind);
    if (found === undefined) return [{ type: "partAdded", part: { ...part, key: keyOf(key) } }];
    joined.set(key, found);
    return kind === "reasoning" ? [{ type: "textReplaced", key: found.key, text: found.before }] : [];
  }

  return (change) => {
    switch (change.type) {
      case "identified":
        return [change];
      case "partAdded":
        return add(change.part);
      case "textReplaced":
        return [{ ...change, key: keyOf(change.key), text: `${joined.get(change.key)?.before ?? ""}${change.text}` }];
      case "citationsChanged": {
        const { before, citations } = joined.get(change.key) ?? { before: "", citations: [] };
        const added = change.citations.map((citation) => shiftCitation(citation, before.length));
        return [{ ...change, key: keyOf(change.key), citations: [...citations, ...added] }];
      }
      default:
        return [{ ...change, key: keyOf(change.key) }];
    }
  };
}
