/** A finished Response object in; the events that a standard Responses service sends on the way to it out. */
import { splitTokens } from "../work/countTokens.ts";
import type { FullResponse, MessageItem, OutputItem, PictureItem, ReasoningItem } from "./describeResponse.ts";

/** An event without its `sequence_number`. */
export interface ResponseEvent {
  type: string;
  [field: string]: unknown;
}

/** The first two: the full object, before there is any output. */
export function openingEvents(response: FullResponse): ResponseEvent[] {
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
  ];
}

/** The last one. */
export function closingEvent(response: FullResponse): ResponseEvent {
  switch (response.status) {
    case "completed":
    case "incomplete":
    case "failed":
      return { type: `response.${response.status}`, response };
    case "in_progress":
      throw new TypeError("A stream cannot end with a Response in progress.");
  }
}

/** Everything between: each item is added, filled token by token, and done. */
export function* itemEvents(items: readonly OutputItem[]): Generator<ResponseEvent> {
  for (const [output_index, item] of items.entries()) {
    switch (item.type) {
      case "reasoning":
        yield* reasoningEvents(item, output_index);
        break;
      case "image_generation_call":
        yield* pictureEvents(item, output_index);
        break;
      case "message":
        yield* messageEvents(item, output_index);
        break;
    }
    yield { type: "response.output_item.done", output_index, item };
  }
}

function* reasoningEvents(item: ReasoningItem, output_index: number): Generator<ResponseEvent> {
  yield { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress", summary: [] } };
  for (const [summary_index, part] of item.summary.entries()) {
    const place = { item_id: item.id, output_index, summary_index };
    yield { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } };
    for (const delta of splitTokens(part.text)) yield { type: "response.reasoning_summary_text.delta", ...place, delta };
    yield { type: "response.reasoning_summary_text.done", ...place, text: part.text };
    yield { type: "response.reasoning_summary_part.done", ...place, part };
  }
}

function* pictureEvents(item: PictureItem, output_index: number): Generator<ResponseEvent> {
  const place = { item_id: item.id, output_index };
  yield { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress", result: null } };
  yield { type: "response.image_generation_call.in_progress", ...place };
  yield { type: "response.image_generation_call.generating", ...place };
  yield { type: "response.image_generation_call.completed", ...place };
}

function* messageEvents(item: MessageItem, output_index: number): Generator<ResponseEvent> {
  yield { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress", content: [] } };
  for (const [content_index, part] of item.content.entries()) {
    const place = { item_id: item.id, output_index, content_index };
    if (part.type === "refusal") {
      yield { type: "response.content_part.added", ...place, part: { ...part, refusal: "" } };
      for (const delta of splitTokens(part.refusal)) yield { type: "response.refusal.delta", ...place, delta };
      yield { type: "response.refusal.done", ...place, refusal: part.refusal };
    } else {
      yield { type: "response.content_part.added", ...place, part: { ...part, text: "", annotations: [] } };
      for (const delta of splitTokens(part.text)) yield { type: "response.output_text.delta", ...place, delta, logprobs: [] };
      for (const [annotation_index, annotation] of part.annotations.entries()) {
        yield { type: "response.output_text.annotation.added", ...place, annotation_index, annotation };
      }
      yield { type: "response.output_text.done", ...place, text: part.text, logprobs: [] };
    }
    yield { type: "response.content_part.done", ...place, part };
  }
}

/** Whether the event carries a token of the text: the ones that take time. */
export function isDelta(event: ResponseEvent): boolean {
  return event.type.endsWith(".delta");
}
