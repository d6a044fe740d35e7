/** Converts changes of a Response to changes of a turn, and collects the images to store. */

import type { Change } from "../chat/change.ts";
import type { AnswerPart, AnswerPartKind, AssistantTurn, Citation } from "../chat/turn.ts";
import type { ResponseChange } from "../client/responses/responseChange.ts";
import { type Annotation, isUrlCitation } from "../contract/response.ts";

/** An image's bytes as received, in base64. The host stores them and then reports the file name. */
export interface ReceivedImage {
  key: string;
  data: string;
  /** false: a preview, which is replaced by the next one. */
  isWhole: boolean;
}

interface AnswerReading {
  changes: Change[];
  images: ReceivedImage[];
}

export interface AnswerReader {
  read(changes: readonly ResponseChange[]): AnswerReading;
}

/** Item types whose content arrives in separate parts. */
const itemsOfParts = new Set(["message", "reasoning"]);
const imageItem = "image_generation_call";

function toCitation(annotation: Annotation): Citation[] {
  if (!isUrlCitation(annotation)) return [];
  const { url, title, start_index: start, end_index: end } = annotation;
  return [
    {
      url,
      ...(title ? { title } : {}),
      ...(typeof start === "number" ? { start } : {}),
      ...(typeof end === "number" ? { end } : {}),
    },
  ];
}

/** The annotations that are citations, without duplicates. */
function toCitations(annotations: readonly Annotation[]): Citation[] {
  const citations = new Map(annotations.flatMap(toCitation).map((citation) => [JSON.stringify(citation), citation]));
  return [...citations.values()];
}

/** The part of an answer before it was continued that the first new text, or the first new reasoning, is appended to. */
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
function joinedPart(kind: AnswerPartKind, parts: readonly AnswerPart[]): JoinedPart | undefined {
  const part = kind === "text" ? parts.at(-1) : parts.findLast((other) => other.kind === kind);
  if (kind === "text" && part?.kind === "text") return { key: part.key, before: part.text, citations: part.citations };
  if (kind === "reasoning" && part?.kind === "reasoning") return { key: part.key, before: `${part.text}\n\n`, citations: [] };
  return undefined;
}

/** `continued`: if the answer is being continued, its parts before this request. */
export function createAnswerReader({ id: turnId, continued }: Pick<AssistantTurn, "id" | "continued">): AnswerReader {
  const known = new Set<string>();
  /** Makes the keys of each request's parts unique. */
  const prefix = continued === undefined ? "" : `${continued.earlier.length}/`;
  const joined = new Map<string, JoinedPart>();
  const joinedKinds = new Set<AnswerPartKind>();
  /** The parts of an item's reasoning, which are shown as one part. */
  const reasoning = new Map<number, string[]>();
  const annotations = new Map<string, Annotation[]>();

  /** The key of the part in the turn. */
  function keyOf(key: string): string {
    return joined.get(key)?.key ?? `${prefix}${key}`;
  }

  function join(kind: AnswerPartKind, key: string, changes: Change[]): boolean {
    const part = joinedKinds.has(kind) ? undefined : joinedPart(kind, continued?.parts ?? []);
    joinedKinds.add(kind);
    if (part === undefined) return false;
    joined.set(key, part);
    if (kind === "reasoning") changes.push({ type: "textReplaced", turnId, key: part.key, text: part.before });
    return true;
  }

  function replaceText(key: string, text: string, changes: Change[]): void {
    changes.push({ type: "textReplaced", turnId, key: keyOf(key), text: `${joined.get(key)?.before ?? ""}${text}` });
  }

  function open(kind: AnswerPartKind, own: string, changes: Change[], type = ""): void {
    if (known.has(own)) return;
    known.add(own);
    if (join(kind, own, changes)) return;
    const key = keyOf(own);
    switch (kind) {
      case "text":
        changes.push({ type: "partAdded", turnId, part: { kind, key, text: "", citations: [] } });
        return;
      case "reasoning":
      case "refusal":
        changes.push({ type: "partAdded", turnId, part: { kind, key, text: "" } });
        return;
      case "image":
        changes.push({ type: "partAdded", turnId, part: { kind, key, state: "drawing" } });
        return;
      case "step":
        changes.push({ type: "partAdded", turnId, part: { kind, key, type, done: false } });
        return;
    }
  }

  function appendReasoning(item: number, part: number, text: string, changes: Change[]): void {
    const key = `${item}`;
    open("reasoning", key, changes);
    const parts = reasoning.get(item) ?? [];
    reasoning.set(item, parts);
    const isFirstOfPart = parts[part] === undefined && parts.length > 0;
    parts[part] = (parts[part] ?? "") + text;
    if (part === parts.length - 1)
      changes.push({ type: "textAppended", turnId, key: keyOf(key), text: isFirstOfPart ? `\n\n${text}` : text });
    else replaceText(key, parts.filter(Boolean).join("\n\n"), changes);
  }

  function replaceReasoning(item: number, part: number, text: string, changes: Change[]): void {
    const key = `${item}`;
    open("reasoning", key, changes);
    const parts = reasoning.get(item) ?? [];
    reasoning.set(item, parts);
    parts[part] = text;
    replaceText(key, parts.filter(Boolean).join("\n\n"), changes);
  }

  function cite(key: string, next: readonly Annotation[], changes: Change[]): void {
    open("text", key, changes);
    annotations.set(key, [...next]);
    const { before, citations } = joined.get(key) ?? { before: "", citations: [] };
    const added = toCitations(next).map((citation) => shiftCitation(citation, before.length));
    changes.push({ type: "citationsChanged", turnId, key: keyOf(key), citations: [...citations, ...added] });
  }

  function readOne(change: ResponseChange, { changes, images }: AnswerReading): void {
    switch (change.type) {
      case "identified":
        changes.push({ type: "answerIdentified", turnId, responseId: change.id });
        return;
      case "itemAdded":
        if (change.itemType === imageItem) open("image", `${change.item}`, changes);
        else if (!itemsOfParts.has(change.itemType)) open("step", `${change.item}`, changes, change.itemType);
        return;
      case "itemDone":
        if (known.has(`${change.item}`) && !itemsOfParts.has(change.itemType) && change.itemType !== imageItem)
          changes.push({ type: "stepDone", turnId, key: keyOf(`${change.item}`) });
        return;
      case "functionCalled":
        // The chat defines no functions, so it only shows that there was a step.
        return;
      case "textAppended":
      case "refusalAppended": {
        const key = `${change.item}.${change.part}`;
        open(change.type === "textAppended" ? "text" : "refusal", key, changes);
        changes.push({ type: "textAppended", turnId, key: keyOf(key), text: change.text });
        return;
      }
      case "textReplaced":
      case "refusalReplaced": {
        const key = `${change.item}.${change.part}`;
        open(change.type === "textReplaced" ? "text" : "refusal", key, changes);
        replaceText(key, change.text, changes);
        return;
      }
      case "reasoningAppended":
        appendReasoning(change.item, change.part, change.text, changes);
        return;
      case "reasoningReplaced":
        replaceReasoning(change.item, change.part, change.text, changes);
        return;
      case "annotationAdded": {
        const key = `${change.item}.${change.part}`;
        cite(key, [...(annotations.get(key) ?? []), change.annotation], changes);
        return;
      }
      case "annotationsReplaced":
        cite(`${change.item}.${change.part}`, change.annotations, changes);
        return;
      case "imagePartial":
      case "imageDone": {
        const key = `${change.item}`;
        open("image", key, changes);
        const isWhole = change.type === "imageDone";
        images.push({ key: keyOf(key), data: change.type === "imageDone" ? change.result : change.image, isWhole });
        return;
      }
      default:
        change satisfies never;
    }
  }

  return {
    read(changes) {
      const reading: AnswerReading = { changes: [], images: [] };
      for (const change of changes) readOne(change, reading);
      return reading;
    },
  };
}
