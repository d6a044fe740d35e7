/** Assembles a Response from the events of its stream, and returns what each event changed. */

import type { ErrorObject } from "../../contract/errors.ts";
import { readFunctionCall } from "../../contract/functionTools.ts";
import type { ContentPart, OutputItem, ResponseObject } from "../../contract/response.ts";
import type { StreamEvent } from "../../contract/streamEvents.ts";
import {
  type AssembledItem,
  addAnnotation,
  appendText,
  createAssembledItem,
  holdsRefusal,
  renderItem,
  settleItem,
  settlePart,
  settleText,
} from "./assembledItem.ts";
import type { ResponseChange } from "./responseChange.ts";

/** How a service ends an answer. */
type ServiceOutcome = "completed" | "incomplete" | "failed" | "refused";

export interface ResponseAssembly {
  /** Applies the next event. Never throws, whatever order or ids the events have. */
  apply(event: StreamEvent): ResponseChange[];
  /** Applies a Response that was fetched instead of streamed, like a terminal event. */
  applyResponse(response: ResponseObject): ResponseChange[];
  /** The terminal object if it had output, otherwise the result of the events; undefined before the first id. */
  response(): ResponseObject | undefined;
  /** The task's id: the first one reported, replaced by the terminal object's. */
  readonly id: string | undefined;
  /** Set by the event that ended the answer. */
  readonly outcome: ServiceOutcome | undefined;
  /** The error that the service reported. */
  readonly error: ErrorObject | undefined;
}

/** The location that an event gives. Real services change `item_id` on every event and send `output_index: 0` for two items. */
interface WireLocation {
  item_id?: string | null | undefined;
  output_index?: number | null | undefined;
}

const isSameLocation = (one: WireLocation, other: WireLocation) => one.item_id === other.item_id && one.output_index === other.output_index;

/** The item type of the answer's images. */
const imageItem = "image_generation_call";

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

export function createResponseAssembly(): ResponseAssembly {
  const items: AssembledItem[] = [];
  /** The item of the previous event. Nearly all events belong to the same item as the one before. */
  let newestItem: AssembledItem | undefined;
  let newestLocation: WireLocation = {};
  let newest: ResponseObject | undefined;
  let terminal: ResponseObject | undefined;
  let outcome: ServiceOutcome | undefined;
  let error: ErrorObject | undefined;

  function addItem(base: OutputItem, location: WireLocation, changes: ResponseChange[]): AssembledItem {
    const item = createAssembledItem(items.length, base, location.output_index ?? undefined);
    items.push(item);
    // The same location may now refer to another item.
    newestItem = undefined;
    changes.push({ type: "itemAdded", item: item.index, itemType: item.type });
    return item;
  }

  /** Finds an item by id; else the newest at that index, open ones first; else, if the event has no index, the newest of the type. */
  function findItem(type: string, location: WireLocation): AssembledItem | undefined {
    const ofType = items.filter((item) => item.type === type);
    const byId = location.item_id ? ofType.find((item) => item.id === location.item_id) : undefined;
    if (byId) return byId;
    const atIndex =
      typeof location.output_index === "number" ? ofType.filter((item) => item.outputIndex === location.output_index) : ofType;
    return atIndex.findLast((item) => !item.isDone) ?? atIndex.at(-1);
  }

  function itemFor(type: string, location: WireLocation, changes: ResponseChange[]): AssembledItem {
    if (newestItem && isSameLocation(newestLocation, location) && newestItem.type === type && !newestItem.isDone) return newestItem;
    newestItem = findItem(type, location) ?? addItem({ type, id: location.item_id ?? null }, location, changes);
    newestLocation = location;
    return newestItem;
  }

  function itemForPart(part: ContentPart, location: WireLocation, changes: ResponseChange[]): AssembledItem {
    return itemFor(part.type === "reasoning_text" ? "reasoning" : "message", location, changes);
  }

  function start(response: ResponseObject, changes: ResponseChange[]): void {
    if (newest === undefined) changes.push({ type: "identified", id: response.id });
    newest = newest === undefined ? response : { ...response, id: newest.id };
  }

  function finishItem(sent: OutputItem, location: WireLocation, changes: ResponseChange[]): void {
    const open = items.filter((item) => item.type === sent.type && !item.isDone);
    const byId = sent.id ? open.find((item) => item.id === sent.id) : undefined;
    const atIndex = open.find((item) => item.outputIndex === location.output_index);
    const item = byId ?? atIndex ?? open.at(-1) ?? addItem(sent, location, changes);
    settleItem(item, sent, changes);
    markDone(item, changes);
  }

  function markDone(item: AssembledItem, changes: ResponseChange[]): void {
    item.isDone = true;
    changes.push({ type: "itemDone", item: item.index, itemType: item.type });
    const call = readFunctionCall(item.base);
    // The arguments of an incomplete call were cut off.
    if (call !== undefined && item.base.status !== "incomplete") changes.push({ type: "functionCalled", item: item.index, call });
  }

  /** The terminal object has precedence: each of its items is matched with one of ours, by id or by order within its type. */
  function settleOutput(output: readonly OutputItem[], changes: ResponseChange[]): void {
    const unmatched = new Set(items);
    output.forEach((sent, position) => {
      const candidates = [...unmatched].filter((item) => item.type === sent.type);
      const item =
        candidates.find((candidate) => sent.id && candidate.id === sent.id) ??
        candidates[0] ??
        addItem(sent, { output_index: position }, changes);
      unmatched.delete(item);
      settleItem(item, sent, changes);
      if (!item.isDone) markDone(item, changes);
    });
  }

  function end(response: ResponseObject, said: "completed" | "incomplete" | "failed", changes: ResponseChange[]): void {
    if (newest === undefined) changes.push({ type: "identified", id: response.id });
    newest = response;
    terminal = response;
    settleOutput(response.output ?? [], changes);
    if (said === "failed") error = response.error ?? error;
    if (outcome !== undefined) return;
    outcome = said === "completed" && items.some(holdsRefusal) ? "refused" : said;
  }

  function fail(said: ErrorObject): void {
    error = said;
    outcome ??= "failed";
  }

  function apply(event: StreamEvent): ResponseChange[] {
    const changes: ResponseChange[] = [];
    switch (event.type) {
      case "response.created":
      case "response.queued":
      case "response.in_progress":
        start(event.response, changes);
        break;
      case "response.completed":
        end(event.response, endOf(event.response) ?? "completed", changes);
        break;
      case "response.incomplete":
        end(event.response, "incomplete", changes);
        break;
      case "response.failed":
        end(event.response, "failed", changes);
        break;
      case "response.output_item.added": {
        const known = event.item.id ? items.find((item) => item.id === event.item.id && item.type === event.item.type) : undefined;
        settleItem(known ?? addItem(event.item, event, changes), event.item, changes);
        break;
      }
      case "response.output_item.done":
        finishItem(event.item, event, changes);
        break;
      case "response.content_part.added":
        // The event opens the part. Its text is empty, and it may arrive after the first delta.
        if (event.part.text || event.part.refusal)
          settlePart(itemForPart(event.part, event, changes), event.content_index ?? 0, event.part, changes);
        break;
      case "response.content_part.done":
        settlePart(itemForPart(event.part, event, changes), event.content_index ?? 0, event.part, changes);
        break;
      case "response.output_text.delta":
        appendText(itemFor("message", event, changes), "output_text", event.content_index, event.delta, changes);
        break;
      case "response.output_text.done":
        settleText(itemFor("message", event, changes), "output_text", event.content_index, event.text, changes);
        break;
      case "response.output_text.annotation.added":
        addAnnotation(itemFor("message", event, changes), event.content_index, event.annotation, changes);
        break;
      case "response.refusal.delta":
        appendText(itemFor("message", event, changes), "refusal", event.content_index, event.delta, changes);
        break;
      case "response.refusal.done":
        settleText(itemFor("message", event, changes), "refusal", event.content_index, event.refusal, changes);
        break;
      case "response.reasoning_summary_text.delta":
        appendText(itemFor("reasoning", event, changes), "summary_text", event.summary_index, event.delta, changes);
        break;
      case "response.reasoning_summary_text.done":
        settleText(itemFor("reasoning", event, changes), "summary_text", event.summary_index, event.text, changes);
        break;
      case "response.reasoning_text.delta":
        appendText(itemFor("reasoning", event, changes), "reasoning_text", event.content_index, event.delta, changes);
        break;
      case "response.reasoning_text.done":
        settleText(itemFor("reasoning", event, changes), "reasoning_text", event.content_index, event.text, changes);
        break;
      case "response.image_generation_call.partial_image":
        changes.push({ type: "imagePartial", item: itemFor(imageItem, event, changes).index, image: event.partial_image_b64 });
        break;
      case "response.image_generation_call.in_progress":
      case "response.image_generation_call.generating":
      case "response.image_generation_call.completed":
        itemFor(imageItem, event, changes);
        break;
      case "response.reasoning_summary_part.added":
      case "response.reasoning_summary_part.done":
        itemFor("reasoning", event, changes);
        break;
      case "error":
        fail(event.error ?? { message: event.message, code: event.code });
        break;
      default:
        event satisfies never;
    }
    return changes;
  }

  function applyResponse(response: ResponseObject): ResponseChange[] {
    const changes: ResponseChange[] = [];
    const said = endOf(response);
    if (said === undefined) start(response, changes);
    else end(response, said, changes);
    return changes;
  }

  return {
    apply,
    applyResponse,
    response() {
      if (terminal?.output && terminal.output.length > 0) return terminal;
      return newest === undefined ? undefined : { ...newest, output: items.map(renderItem) };
    },
    get id() {
      return newest?.id;
    },
    get outcome() {
      return outcome;
    },
    get error() {
      return error;
    },
  };
}
