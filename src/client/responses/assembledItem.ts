/** Assembles one output item: its texts, annotations and images. */

import type { Annotation, ContentPart, OutputItem } from "../../contract/response.ts";
import type { ResponseChange } from "./responseChange.ts";

/** The part types whose text is assembled. Parts of other types are kept as they came. */
export type TextPartType = "output_text" | "refusal" | "reasoning_text" | "summary_text";

interface AssembledPart {
  readonly index: number;
  readonly type: TextPartType;
  /** `content_index` or `summary_index` of the wire. */
  readonly wireIndex: number;
  /** The text reported in changes so far. */
  text: string;
  /** The first half of a surrogate pair whose second half has not arrived. */
  held: string;
  annotations: Annotation[];
}

export interface AssembledItem {
  readonly index: number;
  readonly type: string;
  id: string | undefined;
  outputIndex: number | undefined;
  isDone: boolean;
  /** The newest object that the service sent for this item. */
  base: OutputItem;
  readonly parts: AssembledPart[];
  image: string | undefined;
}

export function createAssembledItem(index: number, base: OutputItem, outputIndex: number | undefined): AssembledItem {
  return { index, type: base.type, id: base.id ?? undefined, outputIndex, isDone: false, base, parts: [], image: undefined };
}

/** Returns the newest part of that type at that index of the wire, created if missing; without an index, the newest part of the type. */
function partOf(item: AssembledItem, type: TextPartType, wireIndex: number | null | undefined): AssembledPart {
  for (let index = item.parts.length - 1; index >= 0; index -= 1) {
    const part = item.parts[index];
    if (part?.type === type && (wireIndex === null || wireIndex === undefined || part.wireIndex === wireIndex)) return part;
  }
  const part: AssembledPart = { index: item.parts.length, type, wireIndex: wireIndex ?? 0, text: "", held: "", annotations: [] };
  item.parts.push(part);
  return part;
}

function endsInHalfPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

function appended({ index: item }: AssembledItem, { index: part, type }: AssembledPart, text: string): ResponseChange {
  switch (type) {
    case "output_text":
      return { type: "textAppended", item, part, text };
    case "refusal":
      return { type: "refusalAppended", item, part, text };
    case "reasoning_text":
      return { type: "reasoningAppended", item, part, text, source: "text" };
    case "summary_text":
      return { type: "reasoningAppended", item, part, text, source: "summary" };
  }
}

function replaced({ index: item }: AssembledItem, { index: part, type }: AssembledPart, text: string): ResponseChange {
  switch (type) {
    case "output_text":
      return { type: "textReplaced", item, part, text };
    case "refusal":
      return { type: "refusalReplaced", item, part, text };
    case "reasoning_text":
      return { type: "reasoningReplaced", item, part, text, source: "text" };
    case "summary_text":
      return { type: "reasoningReplaced", item, part, text, source: "summary" };
  }
}

/** Adds a delta to a part's text. */
export function appendText(
  item: AssembledItem,
  type: TextPartType,
  wireIndex: number | null | undefined,
  delta: string,
  changes: ResponseChange[],
): void {
  const part = partOf(item, type, wireIndex);
  let text = part.held + delta;
  part.held = "";
  if (endsInHalfPair(text)) {
    part.held = text.slice(-1);
    text = text.slice(0, -1);
  }
  if (text === "") return;
  part.text += text;
  changes.push(appended(item, part, text));
}

/** Sets a part's final text and reports the smallest change: none, an addition or a replacement. An empty one does not replace what was received. */
export function settleText(
  item: AssembledItem,
  type: TextPartType,
  wireIndex: number | null | undefined,
  text: string,
  changes: ResponseChange[],
): void {
  const part = partOf(item, type, wireIndex);
  const reported = part.text;
  if (text === "" && reported !== "") return;
  part.held = "";
  if (text === reported) return;
  part.text = text;
  changes.push(text.startsWith(reported) ? appended(item, part, text.slice(reported.length)) : replaced(item, part, text));
}

export function addAnnotation(
  item: AssembledItem,
  wireIndex: number | null | undefined,
  annotation: Annotation,
  changes: ResponseChange[],
): void {
  const part = partOf(item, "output_text", wireIndex);
  part.annotations.push(annotation);
  changes.push({ type: "annotationAdded", item: item.index, part: part.index, annotation });
}

function settleAnnotations(item: AssembledItem, wireIndex: number, annotations: readonly Annotation[], changes: ResponseChange[]): void {
  const part = partOf(item, "output_text", wireIndex);
  const isSame = (annotation: Annotation, position: number) => JSON.stringify(annotations[position]) === JSON.stringify(annotation);
  // `done` objects often have an empty list although annotations arrived as events.
  if (annotations.length === 0) return;
  if (part.annotations.every(isSame)) {
    for (const annotation of annotations.slice(part.annotations.length)) addAnnotation(item, wireIndex, annotation, changes);
    return;
  }
  part.annotations = [...annotations];
  changes.push({ type: "annotationsReplaced", item: item.index, part: part.index, annotations: part.annotations });
}

/** Updates one part from the object that the service sent for it. */
export function settlePart(item: AssembledItem, wireIndex: number, sent: ContentPart, changes: ResponseChange[]): void {
  switch (sent.type) {
    case "output_text":
      if (typeof sent.text === "string") settleText(item, "output_text", wireIndex, sent.text, changes);
      if (sent.annotations) settleAnnotations(item, wireIndex, sent.annotations, changes);
      return;
    case "refusal":
      if (typeof sent.refusal === "string") settleText(item, "refusal", wireIndex, sent.refusal, changes);
      return;
    case "reasoning_text":
      if (typeof sent.text === "string") settleText(item, "reasoning_text", wireIndex, sent.text, changes);
      return;
    default:
      return;
  }
}

/** Updates a whole item from the object that the service sent for it. What the object leaves out is kept. */
export function settleItem(item: AssembledItem, sent: OutputItem, changes: ResponseChange[]): void {
  item.base = sent;
  sent.content?.forEach((part, index) => {
    settlePart(item, index, part, changes);
  });
  sent.summary?.forEach((part, index) => {
    if (typeof part.text === "string") settleText(item, "summary_text", index, part.text, changes);
  });
  if (sent.type === "image_generation_call" && typeof sent.result === "string" && sent.result !== item.image) {
    item.image = sent.result;
    changes.push({ type: "imageDone", item: item.index, result: sent.result });
  }
}

/** Builds the wire object of the item from its events. */
export function renderItem(item: AssembledItem): OutputItem {
  const inOrder = item.parts.toSorted((left, right) => left.wireIndex - right.wireIndex);
  const contentParts: ContentPart[] = [];
  const summary: { type: string; text: string }[] = [];
  for (const part of inOrder) {
    const text = part.text + part.held;
    if (part.type === "summary_text") summary.push({ type: part.type, text });
    else if (part.type === "refusal") contentParts.push({ type: part.type, refusal: text });
    else if (part.type === "output_text") contentParts.push({ type: part.type, text, annotations: part.annotations });
    else contentParts.push({ type: part.type, text });
  }
  const rendered: OutputItem = { ...item.base };
  if (contentParts.length > 0) rendered.content = contentParts;
  if (summary.length > 0) rendered.summary = summary;
  if (item.image !== undefined) rendered.result = item.image;
  return rendered;
}

/** Whether the item has a refusal with text. */
export function holdsRefusal(item: AssembledItem): boolean {
  return item.parts.some((part) => part.type === "refusal" && part.text !== "");
}

/** The texts of a wire object that are not empty. */
export function textsOf({ content, summary }: OutputItem): string[] {
  return [...(content ?? []).flatMap(({ text, refusal }) => [text, refusal]), ...(summary ?? []).map(({ text }) => text)].flatMap(
    (text) => text || [],
  );
}

/** Whether a wire object contains what its type is for. */
export function holdsContent(sent: OutputItem): boolean {
  switch (sent.type) {
    case "message":
    case "reasoning":
      return textsOf(sent).length > 0;
    case "image_generation_call":
      return typeof sent.result === "string" && sent.result !== "";
    default:
      return true;
  }
}

/** Whether an item that was received has a text or an image that is in no item of the terminal object. `said`: the texts of its type there. */
export function isMissing(received: OutputItem, said: string): boolean {
  if (received.type === "image_generation_call") return holdsContent(received);
  return textsOf(received).some((text) => !said.includes(text));
}
