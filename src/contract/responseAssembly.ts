/** The events of one stream in, one by one; what each changes, and the Response that they add up to, out. */
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
import type { AssemblyChange } from "./assemblyChange.ts";
import type { ErrorObject } from "./errors.ts";
import type { ContentPart, OutputItem, ResponseObject } from "./response.ts";
import type { ResponseOutcome } from "./responseOutcome.ts";
import type { StreamEvent } from "./streamEvents.ts";

export type { AssemblyChange, ReasoningSource } from "./assemblyChange.ts";

export interface ResponseAssembly {
  /** Takes the next event; never throws, whatever order or ids the events have. */
  apply(event: StreamEvent): AssemblyChange[];
  /** Takes a Response that was fetched instead of streamed; the same as its terminal event. */
  applyResponse(response: ResponseObject): AssemblyChange[];
  /** The terminal object where there was one with output, else what the events add up to; undefined before the first id. */
  response(): ResponseObject | undefined;
  /** The task's id: the first that was told, and the terminal object's once that has come. */
  readonly id: string | undefined;
  /** Set by the event that ended the answer. */
  readonly outcome: ResponseOutcome | undefined;
  /** What the service said went wrong. */
  readonly error: ErrorObject | undefined;
}

/** Where an event says that it belongs. Real services change `item_id` on every event and send `output_index: 0` for two items. */
interface WirePlace {
  item_id?: string | null | undefined;
  output_index?: number | null | undefined;
}

const isSamePlace = (one: WirePlace, other: WirePlace) => one.item_id === other.item_id && one.output_index === other.output_index;

/** The item type of the answer's images. */
const imageItem = "image_generation_call";

/** What a Response's own status says about its end; undefined while it is not over, or for a status that we do not know. */
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
  /** Where the newest event belonged: nearly all events belong where the one before did. */
  let newestItem: AssembledItem | undefined;
  let newestPlace: WirePlace = {};
  let newest: ResponseObject | undefined;
  let terminal: ResponseObject | undefined;
  let outcome: ResponseOutcome | undefined;
  let error: ErrorObject | undefined;

  function addItem(base: OutputItem, place: WirePlace, changes: AssemblyChange[]): AssembledItem {
    const item = createAssembledItem(items.length, base, place.output_index ?? undefined);
    items.push(item);
    // The same place may mean another item now.
    newestItem = undefined;
    changes.push({ kind: "itemAdded", item: item.index, type: item.type });
    return item;
  }

  /** By id; else the newest at that index, open ones first; else, where the event has no index, the newest of the type. */
  function findItem(type: string, place: WirePlace): AssembledItem | undefined {
    const ofType = items.filter((item) => item.type === type);
    const byId = place.item_id ? ofType.find((item) => item.id === place.item_id) : undefined;
    if (byId) return byId;
    const atIndex = typeof place.output_index === "number" ? ofType.filter((item) => item.outputIndex === place.output_index) : ofType;
    return atIndex.findLast((item) => !item.isDone) ?? atIndex.at(-1);
  }

  function itemFor(type: string, place: WirePlace, changes: AssemblyChange[]): AssembledItem {
    if (newestItem && isSamePlace(newestPlace, place) && newestItem.type === type && !newestItem.isDone) return newestItem;
    newestItem = findItem(type, place) ?? addItem({ type, id: place.item_id ?? null }, place, changes);
    newestPlace = place;
    return newestItem;
  }

  function itemForPart(part: ContentPart, place: WirePlace, changes: AssemblyChange[]): AssembledItem {
    return itemFor(part.type === "reasoning_text" ? "reasoning" : "message", place, changes);
  }

  function start(response: ResponseObject, changes: AssemblyChange[]): void {
    if (newest === undefined) changes.push({ kind: "identified", id: response.id });
    newest = newest === undefined ? response : { ...response, id: newest.id };
  }

  function finishItem(sent: OutputItem, place: WirePlace, changes: AssemblyChange[]): void {
    const open = items.filter((item) => item.type === sent.type && !item.isDone);
    const byId = sent.id ? open.find((item) => item.id === sent.id) : undefined;
    const atIndex = open.find((item) => item.outputIndex === place.output_index);
    const item = byId ?? atIndex ?? open.at(-1) ?? addItem(sent, place, changes);
    settleItem(item, sent, changes);
    item.isDone = true;
    changes.push({ kind: "itemDone", item: item.index, type: item.type });
  }

  /** The terminal object wins: each of its items is matched with one of ours, by id or by the order within its type. */
  function settleOutput(output: readonly OutputItem[], changes: AssemblyChange[]): void {
    const unmatched = new Set(items);
    output.forEach((sent, position) => {
      const candidates = [...unmatched].filter((item) => item.type === sent.type);
      const item =
        candidates.find((candidate) => sent.id && candidate.id === sent.id) ??
        candidates[0] ??
        addItem(sent, { output_index: position }, changes);
      unmatched.delete(item);
      settleItem(item, sent, changes);
      if (!item.isDone) changes.push({ kind: "itemDone", item: item.index, type: item.type });
      item.isDone = true;
    });
  }

  function end(response: ResponseObject, said: "completed" | "incomplete" | "failed", changes: AssemblyChange[]): void {
    if (newest === undefined) changes.push({ kind: "identified", id: response.id });
    newest = response;
    terminal = response;
    settleOutput(response.output ?? [], changes);
    if (response.usage) changes.push({ kind: "usage", usage: response.usage });
    if (said === "failed") error = response.error ?? error;
    if (outcome !== undefined) return;
    outcome = said === "completed" && items.some(holdsRefusal) ? "refused" : said;
    const incompleteReason = response.incomplete_details?.reason ?? undefined;
    changes.push({ kind: "ended", outcome, error, incompleteReason });
  }

  function fail(said: ErrorObject, changes: AssemblyChange[]): void {
    error = said;
    if (outcome !== undefined) return;
    outcome = "failed";
    changes.push({ kind: "ended", outcome, error, incompleteReason: undefined });
  }

  function apply(event: StreamEvent): AssemblyChange[] {
    const changes: AssemblyChange[] = [];
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
        // Opens the part; its text is empty, and may come after the first delta.
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
        changes.push({ kind: "imagePartial", item: itemFor(imageItem, event, changes).index, image: event.partial_image_b64 });
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
        fail(event.error ?? { message: event.message, code: event.code }, changes);
        break;
      default:
        event satisfies never;
    }
    return changes;
  }

  function applyResponse(response: ResponseObject): AssemblyChange[] {
    const changes: AssemblyChange[] = [];
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
