/** Assembles one output item: its parts and images. */

import type { ContentPart, OutputItem } from "../contract/response.ts";
import { type PartsOfItem, settleAnnotations, settleText } from "./assembledPart.ts";
import type { OutputChange } from "./outputChange.ts";

export interface AssembledItem extends PartsOfItem {
  readonly type: string;
  id: string | undefined;
  outputIndex: number | undefined;
  isDone: boolean;
  /** The newest object that the service sent for this item. */
  base: OutputItem;
  image: string | undefined;
}
/** The item type of the answer's images. */
export const imageItem = "image_generation_call";

/** Item types whose content arrives in separate parts. */
const itemsOfParts = new Set(["message", "reasoning"]);

export function createAssembledItem(
  index: number,
  base: OutputItem,
  outputIndex: number | undefined,
  changes: OutputChange[],
): AssembledItem {
  const { type } = base;
  const parts = { parts: [], reported: new Set<string>(), image: undefined };
  const item: AssembledItem = { index, type, id: base.id ?? undefined, outputIndex, isDone: false, base, ...parts };
  const key = String(index);
  if (type === imageItem) changes.push({ type: "partAdded", part: { kind: "image", key, state: "drawing" } });
  else if (!itemsOfParts.has(type)) changes.push({ type: "partAdded", part: { kind: "step", key, type, done: false } });
  return item;
}

/** Reports the end of an item that is one part as a whole. */
export function endStep({ type, index }: AssembledItem, changes: OutputChange[]): void {
  if (type !== imageItem && !itemsOfParts.has(type)) changes.push({ type: "stepDone", key: String(index) });
}

/** Reports a preview of the item's image. */
export function previewImage({ index }: AssembledItem, image: string, changes: OutputChange[]): void {
  changes.push({ type: "imageChanged", key: String(index), state: "drawing", image });
}
/** Updates one part from the object that the service sent for it. */
export function settlePart(item: AssembledItem, wireIndex: number, sent: ContentPart, changes: OutputChange[]): void {
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
export function settleItem(item: AssembledItem, sent: OutputItem, changes: OutputChange[]): void {
  item.base = sent;
  sent.content?.forEach((part, index) => {
    settlePart(item, index, part, changes);
  });
  sent.summary?.forEach((part, index) => {
    if (typeof part.text === "string") settleText(item, "summary_text", index, part.text, changes);
  });
  if (sent.type === imageItem && typeof sent.result === "string" && sent.result !== item.image) {
    item.image = sent.result;
    changes.push({ type: "imageChanged", key: String(item.index), state: "ready", image: sent.result });
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
export function itemTexts({ content, summary }: OutputItem): string[] {
  return [...(content ?? []).flatMap(({ text, refusal }) => [text, refusal]), ...(summary ?? []).map(({ text }) => text)].flatMap(
    (text) => text || [],
  );
}

/** Whether a wire object contains what its type is for. */
export function holdsContent(sent: OutputItem): boolean {
  switch (sent.type) {
    case "message":
    case "reasoning":
      return itemTexts(sent).length > 0;
    case imageItem:
      return typeof sent.result === "string" && sent.result !== "";
    default:
      return true;
  }
}

/** Whether an item that was received has a text or an image that is in no item of the terminal object. `said`: the texts of its type there. */
export function isMissing(received: OutputItem, said: string): boolean {
  if (received.type === imageItem) return holdsContent(received);
  return itemTexts(received).some((text) => !said.includes(text));
}
