/** Assembles a Response from the events of its stream, and returns what each event changed. */

import type { ErrorObject } from "../contract/errors.ts";
import { readFunctionCall } from "../contract/functionTools.ts";
import type { ContentPart, OutputItem, ResponseObject } from "../contract/response.ts";
import type { StreamEvent } from "../contract/streamEvents.ts";
import {
  type AssembledItem,
  createAssembledItem,
  endStep,
  holdsContent,
  holdsRefusal,
  imageItem,
  isMissing,
  itemTexts,
  previewImage,
  renderItem,
  settleItem,
  settlePart,
} from "./assembledItem.ts";
import { addAnnotation, appendDelta, settleText } from "./assembledPart.ts";
import type { ServiceOutcome } from "./outcome.ts";
import type { OutputChange } from "./outputChange.ts";

/** The location that an event gives. Real services change `item_id` on every event and send `output_index: 0` for two items. */
interface WireLocation {
  item_id?: string | null | undefined;
  output_index?: number | null | undefined;
}

const isSameLocation = (one: WireLocation, other: WireLocation) => one.item_id === other.item_id && one.output_index === other.output_index;

/** The end that a Response's own status means; undefined if it is unfinished or the status is unknown. */
function endOf(response: ResponseObject): "completed" | "incomplete" | "failed" | undefined {
  switch (response.status) {
    case "completed":
    case "incomplete":
    case "failed":
      return response.status;
    case "cancelled":
      return "incomplete";
    default:
      return undefined;
  }
}

export class ResponseAssembly {
  readonly #items: AssembledItem[] = [];
  /** The item of the previous event. Nearly all events belong to the same item as the one before. */
  #newestItem: AssembledItem | undefined;
  #newestLocation: WireLocation = {};
  #newest: ResponseObject | undefined;
  /** The output of the terminal object, without what was lost on the way. */
  #settled: OutputItem[] = [];
  #outcome: ServiceOutcome | undefined;
  #error: ErrorObject | undefined;

  /** The task's id: the first one reported, replaced by the terminal object's. */
  get id(): string | undefined {
    return this.#newest?.id;
  }

  /** Set by the event that ended the answer. */
  get outcome(): ServiceOutcome | undefined {
    return this.#outcome;
  }

  /** The error that the service reported. */
  get error(): ErrorObject | undefined {
    return this.#error;
  }

  /** With the output of the terminal object if it had one, otherwise that of the events; undefined before the first Response. */
  response(): ResponseObject | undefined {
    if (this.#newest === undefined) return undefined;
    return { ...this.#newest, output: this.#settled.length > 0 ? this.#settled : this.#items.map(renderItem) };
  }

  /** The item whose index begins the keys in changes, as far as it has arrived. */
  itemAt(index: number): { item: OutputItem; isDone: boolean } | undefined {
    const item = this.#items[index];
    return item && { item: renderItem(item), isDone: item.isDone };
  }

  /** The index of the item of that type to which an event refers; undefined: there is none. */
  indexOf(type: string, location: WireLocation): number | undefined {
    return this.#findItem(type, location)?.index;
  }

  /** Applies the next event. Never throws, whatever order or ids the events have. */
  apply(event: StreamEvent): OutputChange[] {
    const changes: OutputChange[] = [];
    switch (event.type) {
      case "response.created":
      case "response.queued":
      case "response.in_progress":
        this.#start(event.response, changes);
        break;
      case "response.completed":
        this.#end(event.response, endOf(event.response) ?? "completed", changes);
        break;
      case "response.incomplete":
        this.#end(event.response, "incomplete", changes);
        break;
      case "response.failed":
        this.#end(event.response, "failed", changes);
        break;
      case "response.output_item.added": {
        const known = event.item.id ? this.#items.find((item) => item.id === event.item.id && item.type === event.item.type) : undefined;
        settleItem(known ?? this.#addItem(event.item, event, changes), event.item, changes);
        break;
      }
      case "response.output_item.done":
        this.#finishItem(event.item, event, changes);
        break;
      case "response.content_part.added":
        // The event opens the part. Its text is empty, and it may arrive after the first delta.
        if (event.part.text || event.part.refusal)
          settlePart(this.#itemForPart(event.part, event, changes), event.content_index ?? 0, event.part, changes);
        break;
      case "response.content_part.done":
        settlePart(this.#itemForPart(event.part, event, changes), event.content_index ?? 0, event.part, changes);
        break;
      case "response.output_text.delta":
        appendDelta(this.#itemFor("message", event, changes), "output_text", event.content_index, event.delta, changes);
        break;
      case "response.output_text.done":
        settleText(this.#itemFor("message", event, changes), "output_text", event.content_index, event.text, changes);
        break;
      case "response.output_text.annotation.added":
        addAnnotation(this.#itemFor("message", event, changes), event.content_index, event.annotation, changes);
        break;
      case "response.refusal.delta":
        appendDelta(this.#itemFor("message", event, changes), "refusal", event.content_index, event.delta, changes);
        break;
      case "response.refusal.done":
        settleText(this.#itemFor("message", event, changes), "refusal", event.content_index, event.refusal, changes);
        break;
      case "response.reasoning_summary_text.delta":
        appendDelta(this.#itemFor("reasoning", event, changes), "summary_text", event.summary_index, event.delta, changes);
        break;
      case "response.reasoning_summary_text.done":
        settleText(this.#itemFor("reasoning", event, changes), "summary_text", event.summary_index, event.text, changes);
        break;
      case "response.reasoning_text.delta":
        appendDelta(this.#itemFor("reasoning", event, changes), "reasoning_text", event.content_index, event.delta, changes);
        break;
      case "response.reasoning_text.done":
        settleText(this.#itemFor("reasoning", event, changes), "reasoning_text", event.content_index, event.text, changes);
        break;
      case "response.image_generation_call.partial_image":
        previewImage(this.#itemFor(imageItem, event, changes), event.partial_image_b64, changes);
        break;
      case "response.image_generation_call.in_progress":
      case "response.image_generation_call.generating":
      case "response.image_generation_call.completed":
        this.#itemFor(imageItem, event, changes);
        break;
      case "response.reasoning_summary_part.added":
      case "response.reasoning_summary_part.done":
        this.#itemFor("reasoning", event, changes);
        break;
      case "error":
        this.#fail(event.error ?? { message: event.message, code: event.code });
        break;
      default:
        event satisfies never;
    }
    return changes;
  }

  /** Applies a Response that was fetched instead of streamed, like a terminal event. */
  applyResponse(response: ResponseObject): OutputChange[] {
    const changes: OutputChange[] = [];
    const said = endOf(response);
    if (said === undefined) this.#start(response, changes);
    else this.#end(response, said, changes);
    return changes;
  }

  #addItem(base: OutputItem, location: WireLocation, changes: OutputChange[]): AssembledItem {
    const item = createAssembledItem(this.#items.length, base, location.output_index ?? undefined, changes);
    this.#items.push(item);
    // The same location may now refer to another item.
    this.#newestItem = undefined;
    return item;
  }

  /** Finds an item by id; else the newest at that index, open ones first; else, if the event has no index, the newest of the type. */
  #findItem(type: string, location: WireLocation): AssembledItem | undefined {
    const ofType = this.#items.filter((item) => item.type === type);
    const byId = location.item_id ? ofType.find((item) => item.id === location.item_id) : undefined;
    if (byId) return byId;
    const atIndex =
      typeof location.output_index === "number" ? ofType.filter((item) => item.outputIndex === location.output_index) : ofType;
    return atIndex.findLast((item) => !item.isDone) ?? atIndex.at(-1);
  }

  #itemFor(type: string, location: WireLocation, changes: OutputChange[]): AssembledItem {
    if (this.#newestItem && isSameLocation(this.#newestLocation, location) && this.#newestItem.type === type && !this.#newestItem.isDone)
      return this.#newestItem;
    this.#newestItem = this.#findItem(type, location) ?? this.#addItem({ type, id: location.item_id ?? null }, location, changes);
    this.#newestLocation = location;
    return this.#newestItem;
  }

  #itemForPart(part: ContentPart, location: WireLocation, changes: OutputChange[]): AssembledItem {
    return this.#itemFor(part.type === "reasoning_text" ? "reasoning" : "message", location, changes);
  }

  #start(response: ResponseObject, changes: OutputChange[]): void {
    if (this.#newest === undefined) changes.push({ type: "identified", id: response.id });
    this.#newest = this.#newest === undefined ? response : { ...response, id: this.#newest.id };
  }

  #finishItem(sent: OutputItem, location: WireLocation, changes: OutputChange[]): void {
    const open = this.#items.filter((item) => item.type === sent.type && !item.isDone);
    const byId = sent.id ? open.find((item) => item.id === sent.id) : undefined;
    const atIndex = open.find((item) => item.outputIndex === location.output_index);
    const item = byId ?? atIndex ?? open.at(-1) ?? this.#addItem(sent, location, changes);
    settleItem(item, sent, changes);
    this.#markDone(item, changes);
  }

  #markDone(item: AssembledItem, changes: OutputChange[]): void {
    item.isDone = true;
    endStep(item, changes);
    const call = readFunctionCall(item.base);
    // The arguments of an incomplete call were cut off.
    if (call !== undefined && item.base.status !== "incomplete") changes.push({ type: "functionCalled", key: String(item.index), call });
  }

  /**
   * The terminal object has precedence: each of its items is matched with one of ours, by id or by order within its type. What was received
   * and is missing there is kept.
   */
  #settleOutput(output: readonly OutputItem[], changes: OutputChange[]): OutputItem[] {
    const unmatched = new Set(this.#items);
    const settled = output.map((sent, position) => {
      const candidates = [...unmatched].filter((item) => item.type === sent.type);
      const item =
        candidates.find((candidate) => sent.id && candidate.id === sent.id) ??
        candidates[0] ??
        this.#addItem(sent, { output_index: position }, changes);
      unmatched.delete(item);
      settleItem(item, sent, changes);
      if (!item.isDone) this.#markDone(item, changes);
      return { item, rendered: holdsContent(sent) ? sent : renderItem(item) };
    });
    const said = (type: string) => output.flatMap((sent) => (sent.type === type ? itemTexts(sent) : [])).join("\n");
    const missing = [...unmatched].filter((item) => settled.length > 0 && isMissing(renderItem(item), said(item.type)));
    if (missing.length === 0) return settled.map(({ rendered }) => rendered);
    return [...settled, ...missing.map((item) => ({ item, rendered: renderItem(item) }))]
      .toSorted((one, other) => one.item.index - other.item.index)
      .map(({ rendered }) => rendered);
  }

  #end(response: ResponseObject, said: "completed" | "incomplete" | "failed", changes: OutputChange[]): void {
    if (this.#newest === undefined) changes.push({ type: "identified", id: response.id });
    const { id = "", ...begun } = this.#newest ?? {};
    this.#newest = { ...begun, ...response, id: response.id || id, status: response.status ?? said };
    this.#settled = this.#settleOutput(response.output ?? [], changes);
    if (said === "failed") this.#error = response.error ?? this.#error;
    if (this.#outcome !== undefined) return;
    this.#outcome = said === "completed" && this.#items.some(holdsRefusal) ? "refused" : said;
  }

  #fail(said: ErrorObject): void {
    this.#error = said;
    this.#outcome ??= "failed";
  }
}
