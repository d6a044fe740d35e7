/** Writes messages and refusals of an answer, with their citations. */
import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { TextCitation } from "../../contract/generationRequest.ts";
import { GrowingText } from "../../output/growingText.ts";
import type { StoredItem } from "../store/storedTask.ts";
import type { ItemWriter, OpenItem, PartOf } from "./itemWriter.ts";
import { describeItem, type ResponseCitation } from "./outputItems.ts";

const noLogprobs: readonly never[] = [];

type OpenMessage = OpenItem & { item: Extract<StoredItem, { type: "message" | "refusal" }> };

export class MessageWriter {
  readonly #items: ItemWriter;
  /** The position at which each block of text begins in the open message. */
  readonly #textStarts = new Map<string, number>();
  readonly #sources: { url: string; title: string }[] = [];
  #message: OpenMessage | undefined;
  #text = new GrowingText();
  #isRefusing = false;
  /** The provider's id of the message, if it has one. */
  #itemId: unknown;

  constructor(items: ItemWriter) {
    this.#items = items;
  }

  /** Text of the open message. */
  get text(): string {
    return this.#message?.item.text ?? "";
  }

  get isOpen(): boolean {
    return this.#message !== undefined;
  }

  startText({ id, providerMetadata }: PartOf<"text-start">): void {
    const metadata = Object.values(providerMetadata ?? {});
    this.#isRefusing = metadata.some(({ refusal }) => refusal === true);
    const item = metadata.map(({ itemId }) => itemId).find((name) => name !== undefined);
    // A provider with messages of its own: the next one is not the rest of this one.
    if (this.text !== "" && item !== this.#itemId) this.close(false);
    this.#itemId = item;
    this.#textStarts.set(id, this.text.length);
  }

  /** Makes the following text a refusal. */
  refuse(): void {
    this.#isRefusing = true;
  }

  /** Its events said that the message is text: the Response says that it is reasoning, and has precedence. */
  becomeReasoning(): void {
    const message = this.#message;
    if (message?.item.type !== "message") return;
    const summary = [message.item.text.trim()];
    this.close(false);
    this.#items.items[message.index] = { type: "reasoning", summary };
  }

  addSource({ url, title = url }: { url: string; title?: string | undefined }): void {
    this.#sources.push({ url, title });
  }

  append(delta: string): void {
    if (this.#message && (this.#message.item.type === "refusal") !== this.#isRefusing) this.close(false);
    const message = this.#message ?? this.open();
    message.item.text = this.#text.add(delta);
    const { id: item_id, index: output_index } = message;
    if (message.item.type === "refusal")
      this.#items.emit({ type: "response.refusal.delta", item_id, output_index, content_index: 0, delta });
    else this.#items.emit({ type: "response.output_text.delta", item_id, output_index, content_index: 0, delta, logprobs: noLogprobs });
  }

  /** Keeps what the provider has signed of the open message. */
  sign(metadata: SharedV4ProviderMetadata | undefined): void {
    if (metadata === undefined) return;
    const isSigned = Object.values(metadata).some(({ thoughtSignature }) => thoughtSignature !== undefined);
    if (isSigned && this.#message?.item.type === "message") this.#message.item.metadata = metadata;
  }

  open(): OpenMessage {
    const item: OpenMessage["item"] = this.#isRefusing ? { type: "refusal", text: "" } : { type: "message", text: "", citations: [] };
    const opened = this.#items.open(item, { id: "", type: "message", status: "in_progress", role: "assistant", content: [] });
    this.#message = opened;
    this.#text = new GrowingText();
    this.#textStarts.clear();
    const part = item.type === "refusal" ? { type: "refusal", refusal: "" } : { type: "output_text", text: "", annotations: [] };
    this.#items.emit({ type: "response.content_part.added", item_id: opened.id, output_index: opened.index, content_index: 0, part });
    return this.#message;
  }

  /** Citations of a block without a range refer to the whole block. */
  endText({ id, citations, providerMetadata }: PartOf<"text-end">): void {
    this.sign(providerMetadata);
    const start = this.#textStarts.get(id) ?? 0;
    const end = this.text.length;
    for (const { source, startIndex, endIndex } of citations ?? []) {
      if (source.sourceType !== "url") continue;
      const range = { start: start + (startIndex ?? 0), end: endIndex === undefined ? end : start + endIndex };
      this.cite({ url: source.url, title: source.title ?? source.url, ...range });
    }
  }

  cite(citation: TextCitation): void {
    const message = this.#message;
    if (message?.item.type !== "message") return;
    // Providers send any numbers.
    const end = withinText(citation.end, message.item.text.length);
    const kept = { ...citation, end, start: withinText(citation.start, end) };
    const annotation_index = message.item.citations.push(kept) - 1;
    const annotation: ResponseCitation = {
      type: "url_citation",
      url: kept.url,
      title: kept.title,
      start_index: kept.start,
      end_index: kept.end,
    };
    const location = { item_id: message.id, output_index: message.index, content_index: 0 };
    this.#items.emit({ type: "response.output_text.annotation.added", ...location, annotation_index, annotation });
  }

  close(isIncomplete: boolean): void {
    const message = this.#message;
    if (!message) return;
    // Sources without a range from the provider are cited at the end.
    if (message.item.type === "message" && message.item.citations.length === 0) {
      const { length } = message.item.text;
      for (const { url, title } of this.#sources) this.cite({ url, title, start: length, end: length });
    }
    this.#sources.length = 0;
    const status = isIncomplete ? "incomplete" : "completed";
    const described = describeItem(message.item, message.id, { status });
    const part = described.type === "message" ? described.content[0] : undefined;
    const location = { item_id: message.id, output_index: message.index, content_index: 0 };
    if (message.item.type === "refusal") this.#items.emit({ type: "response.refusal.done", ...location, refusal: message.item.text });
    else this.#items.emit({ type: "response.output_text.done", ...location, text: message.item.text, logprobs: [] });
    this.#items.emit({ type: "response.content_part.done", ...location, part });
    this.#items.done(message, undefined, status);
    this.#message = undefined;
  }
}

function withinText(index: number, end: number): number {
  return Math.trunc(Math.min(Math.max(index, 0), end));
}
