/** Assembles the parts of an output item: their texts, half a surrogate pair that is held, and annotations. */

import { type Annotation, isUrlCitation } from "../contract/response.ts";
import { GrowingText } from "./growingText.ts";
import type { OutputChange } from "./outputChange.ts";
import type { Citation } from "./outputPart.ts";

/** The part types whose text is assembled. Parts of other types are kept as they came. */
export type TextPartType = "output_text" | "refusal" | "reasoning_text" | "summary_text";

interface AssembledPart {
  readonly index: number;
  readonly type: TextPartType;
  /** `content_index` or `summary_index` of the wire. */
  readonly wireIndex: number;
  /** The text reported in changes so far. */
  text: string;
  growing: GrowingText;
  /** The first half of a surrogate pair whose second half has not arrived. */
  held: string;
  annotations: Annotation[];
  /** Those of them that are citations, by their JSON. */
  citations: Map<string, Citation>;
}
/** The item of a part. Changes name our own indexes in order of arrival, which never change. The wire's ids and indexes may. */
export interface PartsOfItem {
  readonly index: number;
  readonly parts: AssembledPart[];
  /** The keys of reported parts. */
  readonly reported: Set<string>;
}

/** Returns the newest part of that type at that index of the wire, created if missing; without an index, the newest part of the type. */
function partOf(item: PartsOfItem, type: TextPartType, wireIndex: number | null | undefined): AssembledPart {
  for (let index = item.parts.length - 1; index >= 0; index -= 1) {
    const part = item.parts[index];
    if (part?.type === type && (wireIndex === null || wireIndex === undefined || part.wireIndex === wireIndex)) return part;
  }
  const part: AssembledPart = {
    index: item.parts.length,
    type,
    wireIndex: wireIndex ?? 0,
    text: "",
    growing: new GrowingText(),
    held: "",
    annotations: [],
    citations: new Map(),
  };
  item.parts.push(part);
  return part;
}

function endsInHalfPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

function isReasoning({ type }: AssembledPart): boolean {
  return type === "reasoning_text" || type === "summary_text";
}

/** Returns the key of the part that shows this one, reported before. All reasoning of an item is shown as one part. */
function report(item: PartsOfItem, part: AssembledPart, changes: OutputChange[]): string {
  const key = isReasoning(part) ? String(item.index) : `${item.index}.${part.index}`;
  if (item.reported.has(key)) return key;
  item.reported.add(key);
  if (isReasoning(part)) changes.push({ type: "partAdded", part: { kind: "reasoning", key, text: "" } });
  else if (part.type === "refusal") changes.push({ type: "partAdded", part: { kind: "refusal", key, text: "" } });
  else changes.push({ type: "partAdded", part: { kind: "text", key, text: "", citations: [] } });
  return key;
}

/** Texts of an item's reasoning, which are shown as paragraphs. */
function reasoningOf({ parts }: PartsOfItem): AssembledPart[] {
  return parts.filter((part) => isReasoning(part) && part.text !== "");
}

const joined = (parts: readonly AssembledPart[]) => parts.map(({ text }) => text).join("\n\n");

function append(item: PartsOfItem, part: AssembledPart, text: string, changes: OutputChange[]): void {
  const key = report(item, part, changes);
  const isFirst = part.text === "";
  part.text = part.growing.add(text);
  if (!isReasoning(part)) {
    changes.push({ type: "textAppended", key, text });
    return;
  }
  const reasoning = reasoningOf(item);
  if (reasoning.at(-1) !== part) changes.push({ type: "textReplaced", key, text: joined(reasoning) });
  else changes.push({ type: "textAppended", key, text: isFirst && reasoning.length > 1 ? `\n\n${text}` : text });
}

function replace(item: PartsOfItem, part: AssembledPart, text: string, changes: OutputChange[]): void {
  part.growing = new GrowingText();
  part.text = part.growing.add(text);
  changes.push({ type: "textReplaced", key: report(item, part, changes), text: isReasoning(part) ? joined(reasoningOf(item)) : text });
}

/** Adds a delta to a part's text. */
export function appendDelta(
  item: PartsOfItem,
  type: TextPartType,
  wireIndex: number | null | undefined,
  delta: string,
  changes: OutputChange[],
): void {
  const part = partOf(item, type, wireIndex);
  let text = part.held + delta;
  part.held = "";
  if (endsInHalfPair(text)) {
    part.held = text.slice(-1);
    text = text.slice(0, -1);
  }
  if (text !== "") append(item, part, text, changes);
}

/** Sets a part's final text and reports the smallest change: none, an addition or a replacement. An empty one does not replace what was received. */
export function settleText(
  item: PartsOfItem,
  type: TextPartType,
  wireIndex: number | null | undefined,
  text: string,
  changes: OutputChange[],
): void {
  const part = partOf(item, type, wireIndex);
  const reported = part.text;
  if (text === "" && reported !== "") return;
  part.held = "";
  if (text === reported) return;
  if (text.startsWith(reported)) append(item, part, text.slice(reported.length), changes);
  else replace(item, part, text, changes);
}

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

/** Annotations of other types are kept in the Response, but are no citations. Repeated citations are reported once. */
function cite(item: PartsOfItem, part: AssembledPart, added: readonly Annotation[], changes: OutputChange[]): void {
  part.annotations = [...part.annotations, ...added];
  for (const citation of added.flatMap(toCitation)) part.citations.set(JSON.stringify(citation), citation);
  changes.push({ type: "citationsChanged", key: report(item, part, changes), citations: [...part.citations.values()] });
}

export function addAnnotation(
  item: PartsOfItem,
  wireIndex: number | null | undefined,
  annotation: Annotation,
  changes: OutputChange[],
): void {
  const part = partOf(item, "output_text", wireIndex);
  cite(item, part, [annotation], changes);
}

export function settleAnnotations(item: PartsOfItem, wireIndex: number, annotations: readonly Annotation[], changes: OutputChange[]): void {
  const part = partOf(item, "output_text", wireIndex);
  const isSame = (annotation: Annotation, position: number) => JSON.stringify(annotations[position]) === JSON.stringify(annotation);
  // `done` objects often have an empty list although annotations arrived as events.
  if (annotations.length === 0) return;
  if (annotations.length === part.annotations.length && part.annotations.every(isSame)) return;
  part.annotations = [];
  part.citations = new Map();
  cite(item, part, annotations, changes);
}
