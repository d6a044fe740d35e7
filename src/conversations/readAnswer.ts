/** Turns the changes of a Response into changes of a turn, and collects the images to be stored. */

import type { Change } from "../chat/change.ts";
import type { AnswerPart, AnswerPartKind, AssistantTurn, Citation } from "../chat/turn.ts";
import type { ResponseChange } from "../client/responseChange.ts";
import { type Annotation, isUrlCitation } from "../contract/response.ts";

/** An image's bytes as they came, base64; kept by the host, which then reports the file's name. */
export interface ReceivedImage {
  key: string;
  data: string;
  /** false: a preview, which the next one replaces. */
  isWhole: boolean;
}

interface AnswerReading {
  changes: Change[];
  images: ReceivedImage[];
}

export interface AnswerReader {
  read(changes: readonly ResponseChange[]): AnswerReading;
}

/** Item types whose content arrives as parts of their own. */
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

/** The annotations that are citations; one that is reported twice counts once. */
function toCitations(annotations: readonly Annotation[]): Citation[] {
  const citations = new Map(annotations.flatMap(toCitation).map((citation) => [JSON.stringify(citation), citation]));
  return [...citations.values()];
}

/** A part that a continued answer had, and that its first text, or its first reasoning, goes on with. */
interface JoinedPart {
  key: string;
  /** What comes before the new text, with what separates the two. */
  before: string;
  citations: Citation[];
}

function shiftCitation(citation: Citation, by: number): Citation {
  const { start, end } = citation;
  return { ...citation, ...(start === undefined ? {} : { start: start + by }), ...(end === undefined ? {} : { end: end + by }) };
}

/** An interrupted text goes on with its next character, reasoning with a paragraph of its own. */
function joinedPart(kind: AnswerPartKind, parts: readonly AnswerPart[]): JoinedPart | undefined {
  const part = kind === "text" ? parts.at(-1) : parts.findLast((other) => other.kind === kind);
  if (kind === "text" && part?.kind === "text") return { key: part.key, before: part.text, citations: part.citations };
  if (kind === "reasoning" && part?.kind === "reasoning") return { key: part.key, before: `${part.text}\n\n`, citations: [] };
  return undefined;
}

/** `continued`: of an answer that is continued, what there was of it before this request. */
export function createAnswerReader({ id: turnId, continued }: Pick<AssistantTurn, "id" | "continued">): AnswerReader {
  const known = new Set<string>();
  /** The keys of each request's parts are its own. */
  const prefix = continued === undefined ? "" : `${continued.earlier.length}/`;
  const joined = new Map<string, JoinedPart>();
  const joinedKinds = new Set<AnswerPartKind>();
  /** The parts of one item's reasoning, which are shown as one. */
  const reasoning = new Map<number, string[]>();
  const annotations = new Map<string, Annotation[]>();

  /** The key in the turn. */
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
        // The panel has no functions of its own: it shows that there was a step.
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
