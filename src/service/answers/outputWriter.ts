/** Turns the parts that a text model sends into the items of a Response, and into the events of its stream. */
import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import * as z from "zod/mini";
import type { Citation } from "../../contract/generationRequest.ts";
import type { Thought } from "../../providers/request.ts";
import type { StoredItem, StoredThought } from "../store/storedTask.ts";
import { describeItem, idOfItem, type OutputItem, type UrlCitation } from "./outputItems.ts";
import type { ResponseEvent } from "./responseEvents.ts";

type Part<Type extends LanguageModelV4StreamPart["type"]> = Extract<LanguageModelV4StreamPart, { type: Type }>;

interface OpenItem {
  item: StoredItem;
  id: string;
  index: number;
}
type OpenMessage = OpenItem & { item: Extract<StoredItem, { type: "message" | "refusal" }> };
type OpenReasoning = OpenItem & { item: Extract<StoredItem, { type: "reasoning" }> };
type OpenCall = OpenItem & { item: Extract<StoredItem, { type: "function_call" }> };

export interface OutputWriterOptions {
  /** Of the task: items are named after it. */
  taskId: string;
  emit(event: ResponseEvent): void;
  /** Keeps an image that the model has drawn; returns the index of the task's file. */
  keepImage(bytes: Uint8Array, mediaType: string | undefined): number;
}

/** Result of a provider's own tool for images. */
const drawnImageSchema = z.object({ result: z.string() });
const imageTool = /^image_?generation$/i;

/** Ids, indexes and order are ours, whatever the provider sends. */
export class OutputWriter {
  readonly items: StoredItem[] = [];
  /** Those alone that their provider has signed. */
  readonly thoughts: StoredThought[] = [];
  readonly #options: OutputWriterOptions;
  /** Where each block of text begins in the open message. */
  readonly #textStarts = new Map<string, number>();
  readonly #calls = new Map<string, OpenCall>();
  readonly #drawings = new Map<string, OpenItem>();
  readonly #sources: { url: string; title: string }[] = [];
  #message: OpenMessage | undefined;
  #reasoning: OpenReasoning | undefined;
  #isRefusing = false;
  #beginsSummary = false;
  #thought: Thought | undefined;

  constructor(options: OutputWriterOptions) {
    this.#options = options;
  }

  /** The text of the message that is open: what a provider's citations at the end speak of. */
  get text(): string {
    return this.#message?.item.text ?? "";
  }

  write(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case "text-start":
        this.#isRefusing = part.providerMetadata?.demo?.refusal === true;
        this.#textStarts.set(part.id, this.text.length);
        return;
      case "text-delta":
        this.#writeText(part);
        return;
      case "text-end":
        this.#endText(part);
        return;
      case "reasoning-start":
        this.#beginsSummary = true;
        this.#thought = { text: "", metadata: { ...part.providerMetadata } };
        return;
      case "reasoning-delta":
        this.#keepThought(part);
        this.#writeReasoning(part);
        return;
      case "reasoning-end":
        this.#keepThought(part);
        this.#endThought();
        return;
      case "tool-input-start":
        if (!part.providerExecuted) this.#startCall(part.id, part.toolName, part.providerMetadata);
        return;
      case "tool-input-delta":
        this.#writeArguments(part);
        return;
      case "tool-call":
        if (part.providerExecuted) this.#startDrawing(part);
        else this.#endCall(part);
        return;
      case "tool-result":
        this.#endDrawing(part);
        return;
      case "file":
        if (part.mediaType.startsWith("image/") && part.data.type === "data") this.addImage(bytesOf(part.data.data), part.mediaType);
        return;
      case "source":
        if (part.sourceType === "url") this.#sources.push({ url: part.url, title: part.title ?? part.url });
        return;
      case "raw":
        // OpenAI's package passes a refusal on as text: only the next event shows the difference.
        if (isRefusalEvent(part.rawValue)) this.#isRefusing = true;
        return;
      case "tool-input-end":
      case "tool-approval-request":
      case "custom":
      case "reasoning-file":
      case "stream-start":
      case "response-metadata":
      case "finish":
      case "ping":
      case "error":
        return;
    }
  }

  cite(citations: readonly Citation[]): void {
    for (const citation of citations) this.#cite(citation);
  }

  /** Adds a whole image, which our own tool or the provider has made. */
  addImage(bytes: Uint8Array, mediaType: string | undefined): void {
    const opened = this.#openDrawing();
    this.#completeDrawing(opened, bytes, mediaType);
  }

  /** Closes what is open. A message that ends early is `incomplete`; an answer without any item gets an empty message. */
  end(options: { isIncomplete: boolean; declined?: string | undefined }): void {
    for (const call of this.#calls.values()) this.#closeCall(call);
    this.#closeReasoning();
    for (const drawing of this.#drawings.values()) this.#dropDrawing(drawing);
    if (options.declined !== undefined && this.items.length === 0) {
      this.#isRefusing = true;
      this.#appendText(options.declined);
    }
    if (this.#message === undefined && !this.items.some((item) => item.type !== "reasoning")) this.#openMessage();
    this.#closeMessage(options.isIncomplete);
  }

  #emit(event: ResponseEvent): void {
    this.#options.emit(event);
  }

  /** Takes the next index, and announces the item as it is before anything is in it. */
  #open<Item extends StoredItem>(item: Item, announced: OutputItem): { item: Item; id: string; index: number } {
    const index = this.items.length;
    this.items.push(item);
    const id = idOfItem(this.#options.taskId, item, index);
    this.#emit({ type: "response.output_item.added", output_index: index, item: { ...announced, id } });
    return { item, id, index };
  }

  #done({ item, id, index }: OpenItem, image?: string, status?: "completed" | "incomplete"): void {
    this.#emit({ type: "response.output_item.done", output_index: index, item: describeItem(item, id, { image, status }) });
  }

  #writeText({ delta }: Part<"text-delta">): void {
    if (delta !== "") this.#appendText(delta);
  }

  #appendText(delta: string): void {
    this.#closeReasoning();
    if (this.#message && (this.#message.item.type === "refusal") !== this.#isRefusing) this.#closeMessage(false);
    const message = this.#message ?? this.#openMessage();
    message.item.text += delta;
    const location = { item_id: message.id, output_index: message.index, content_index: 0 };
    if (message.item.type === "refusal") this.#emit({ type: "response.refusal.delta", ...location, delta });
    else this.#emit({ type: "response.output_text.delta", ...location, delta, logprobs: [] });
  }

  #openMessage(): OpenMessage {
    const item: OpenMessage["item"] = this.#isRefusing ? { type: "refusal", text: "" } : { type: "message", text: "", citations: [] };
    const opened = this.#open(item, { id: "", type: "message", status: "in_progress", role: "assistant", content: [] });
    this.#message = opened;
    this.#textStarts.clear();
    const part = item.type === "refusal" ? { type: "refusal", refusal: "" } : { type: "output_text", text: "", annotations: [] };
    this.#emit({ type: "response.content_part.added", item_id: opened.id, output_index: opened.index, content_index: 0, part });
    return this.#message;
  }

  /** Citations of a block without a range of their own are about the whole block. */
  #endText({ id, citations }: Part<"text-end">): void {
    const start = this.#textStarts.get(id) ?? 0;
    const end = this.text.length;
    for (const { source, startIndex, endIndex } of citations ?? []) {
      if (source.sourceType !== "url") continue;
      const range = { start: start + (startIndex ?? 0), end: endIndex === undefined ? end : start + endIndex };
      this.#cite({ url: source.url, title: source.title ?? source.url, ...range });
    }
  }

  #cite(citation: Citation): void {
    const message = this.#message;
    if (message?.item.type !== "message") return;
    const end = Math.min(citation.end, message.item.text.length);
    const kept = { ...citation, end, start: Math.min(citation.start, end) };
    const annotation_index = message.item.citations.push(kept) - 1;
    const annotation: UrlCitation = {
      type: "url_citation",
      url: kept.url,
      title: kept.title,
      start_index: kept.start,
      end_index: kept.end,
    };
    const location = { item_id: message.id, output_index: message.index, content_index: 0 };
    this.#emit({ type: "response.output_text.annotation.added", ...location, annotation_index, annotation });
  }

  #closeMessage(isIncomplete: boolean): void {
    const message = this.#message;
    if (!message) return;
    // Sources that no provider gave a range stand at the end.
    if (message.item.type === "message" && message.item.citations.length === 0) {
      const { length } = message.item.text;
      for (const { url, title } of this.#sources) this.#cite({ url, title, start: length, end: length });
    }
    this.#sources.length = 0;
    const status = isIncomplete ? "incomplete" : "completed";
    const described = describeItem(message.item, message.id, { status });
    const part = described.type === "message" ? described.content[0] : undefined;
    const location = { item_id: message.id, output_index: message.index, content_index: 0 };
    if (message.item.type === "refusal") this.#emit({ type: "response.refusal.done", ...location, refusal: message.item.text });
    else this.#emit({ type: "response.output_text.done", ...location, text: message.item.text, logprobs: [] });
    this.#emit({ type: "response.content_part.done", ...location, part });
    this.#done(message, undefined, status);
    this.#message = undefined;
  }

  /** A summary begins with its first words: some models only report that they have thought. */
  #openSummary(): OpenReasoning {
    this.#closeMessage(false);
    const reasoning =
      this.#reasoning ?? this.#open({ type: "reasoning", summary: [] }, { id: "", type: "reasoning", status: "in_progress", summary: [] });
    this.#reasoning = reasoning;
    this.#endSummary(reasoning);
    const summary_index = reasoning.item.summary.push("") - 1;
    const location = { item_id: reasoning.id, output_index: reasoning.index, summary_index };
    this.#emit({ type: "response.reasoning_summary_part.added", ...location, part: { type: "summary_text", text: "" } });
    return reasoning;
  }

  #writeReasoning({ delta }: Part<"reasoning-delta">): void {
    if (delta === "") return;
    const reasoning = this.#reasoning && !this.#beginsSummary ? this.#reasoning : this.#openSummary();
    this.#beginsSummary = false;
    const summary_index = reasoning.item.summary.length - 1;
    reasoning.item.summary[summary_index] += delta;
    this.#emit({
      type: "response.reasoning_summary_text.delta",
      item_id: reasoning.id,
      output_index: reasoning.index,
      summary_index,
      delta,
    });
  }

  /** Signatures come with any part of a thought. */
  #keepThought({ delta = "", providerMetadata }: { delta?: string; providerMetadata?: SharedV4ProviderMetadata }): void {
    if (!this.#thought) return;
    this.#thought.text += delta;
    for (const [name, metadata] of Object.entries(providerMetadata ?? {})) {
      this.#thought.metadata[name] = { ...this.#thought.metadata[name], ...metadata };
    }
  }

  #endThought(): void {
    const thought = this.#thought;
    this.#thought = undefined;
    if (thought && Object.keys(thought.metadata).length > 0) this.thoughts.push({ ...thought, before: this.items.length });
  }

  #endSummary(reasoning: OpenReasoning): void {
    const summary_index = reasoning.item.summary.length - 1;
    const text = reasoning.item.summary[summary_index];
    if (text === undefined) return;
    const location = { item_id: reasoning.id, output_index: reasoning.index, summary_index };
    this.#emit({ type: "response.reasoning_summary_text.done", ...location, text });
    this.#emit({ type: "response.reasoning_summary_part.done", ...location, part: { type: "summary_text", text } });
  }

  #closeReasoning(): void {
    if (!this.#reasoning) return;
    this.#endSummary(this.#reasoning);
    this.#done(this.#reasoning);
    this.#reasoning = undefined;
  }

  #startCall(id: string, name: string, metadata: SharedV4ProviderMetadata | undefined): OpenCall {
    this.#closeReasoning();
    this.#closeMessage(false);
    const suffix = this.#options.taskId.slice(this.#options.taskId.indexOf("_") + 1);
    const callId = `call_${suffix}_${this.items.length}`;
    const item: OpenCall["item"] = { type: "function_call", callId, name, arguments: "", ...(metadata ? { metadata } : {}) };
    const call = this.#open(item, { id: "", type: "function_call", status: "in_progress", call_id: callId, name, arguments: "" });
    this.#calls.set(id, call);
    return call;
  }

  #writeArguments({ id, delta }: Part<"tool-input-delta">): void {
    const call = this.#calls.get(id);
    if (!call || delta === "") return;
    call.item.arguments += delta;
    this.#emit({ type: "response.function_call_arguments.delta", item_id: call.id, output_index: call.index, delta });
  }

  /** The call as a whole goes before what was streamed of it. */
  #endCall(part: Part<"tool-call">): void {
    const call = this.#calls.get(part.toolCallId) ?? this.#startCall(part.toolCallId, part.toolName, part.providerMetadata);
    if (call.item.arguments === "") this.#writeArguments({ type: "tool-input-delta", id: part.toolCallId, delta: part.input });
    call.item.arguments = part.input;
    if (part.providerMetadata) call.item.metadata = part.providerMetadata;
    this.#calls.delete(part.toolCallId);
    this.#closeCall(call);
  }

  #closeCall(call: OpenCall): void {
    const { name, arguments: text } = call.item;
    this.#emit({ type: "response.function_call_arguments.done", item_id: call.id, output_index: call.index, name, arguments: text });
    this.#done(call);
  }

  #startDrawing({ toolCallId, toolName }: Part<"tool-call">): void {
    if (imageTool.test(toolName)) this.#drawings.set(toolCallId, this.#openDrawing());
  }

  #openDrawing(): OpenItem {
    this.#closeReasoning();
    this.#closeMessage(false);
    const opened = this.#open({ type: "image", file: -1 }, { id: "", type: "image_generation_call", status: "in_progress", result: null });
    const location = { item_id: opened.id, output_index: opened.index };
    this.#emit({ type: "response.image_generation_call.in_progress", ...location });
    this.#emit({ type: "response.image_generation_call.generating", ...location });
    return opened;
  }

  #endDrawing({ toolCallId, toolName, result, preliminary }: Part<"tool-result">): void {
    if (!imageTool.test(toolName) || preliminary) return;
    const drawn = drawnImageSchema.safeParse(result);
    if (!drawn.success) return;
    const opened = this.#drawings.get(toolCallId) ?? this.#openDrawing();
    this.#drawings.delete(toolCallId);
    this.#completeDrawing(opened, Buffer.from(drawn.data.result, "base64"), undefined);
  }

  #completeDrawing(opened: OpenItem, bytes: Uint8Array, mediaType: string | undefined): void {
    if (opened.item.type !== "image") return;
    opened.item.file = this.#options.keepImage(bytes, mediaType);
    this.#emit({ type: "response.image_generation_call.completed", item_id: opened.id, output_index: opened.index });
    this.#done(opened, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"));
  }

  /** An image that never came. */
  #dropDrawing(opened: OpenItem): void {
    this.#done(opened, undefined, "incomplete");
  }
}

function isRefusalEvent(value: unknown): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === "response.refusal.delta";
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? Buffer.from(data, "base64") : data;
}
