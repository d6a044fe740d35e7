/** Converts the parts that a text model sends to the items of a Response, and to the events of its stream. */
import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { TextCitation } from "../../contract/generationRequest.ts";
import { textWasReasoning } from "../../providers/chatCompletions/textWasReasoning.ts";
import type { ToolOrigin } from "../../providers/request.ts";
import type { StoredItem, StoredThought } from "../store/storedTask.ts";
import { CallWriter } from "./callWriter.ts";
import { DrawingWriter, type KeepImage, readDrawing } from "./drawingWriter.ts";
import { ItemWriter } from "./itemWriter.ts";
import { MessageWriter } from "./messageWriter.ts";
import { ReasoningWriter } from "./reasoningWriter.ts";
import type { ResponseEvent } from "./responseEvents.ts";

export interface OutputWriterOptions {
  /** The task's id, from which item ids are built. */
  taskId: string;
  emit(event: ResponseEvent): void;
  keepImage: KeepImage;
  /** See `CallWriter`. */
  origins?: ReadonlyMap<string, ToolOrigin>;
  /** See `Dialect.returnsPlainReasoning`. */
  returnsPlainReasoning?: boolean | undefined;
}

/** Ids, indexes and order are our own, whatever the provider sends. */
export class OutputWriter {
  readonly #items: ItemWriter;
  readonly #message: MessageWriter;
  readonly #reasoning: ReasoningWriter;
  readonly #calls: CallWriter;
  readonly #drawings: DrawingWriter;

  constructor({ taskId, emit, keepImage, origins = new Map(), returnsPlainReasoning = false }: OutputWriterOptions) {
    this.#items = new ItemWriter(taskId, emit);
    this.#message = new MessageWriter(this.#items);
    this.#reasoning = new ReasoningWriter(this.#items, () => this.#message.close(false), returnsPlainReasoning);
    const closeText = () => {
      this.#reasoning.close();
      this.#message.close(false);
    };
    this.#calls = new CallWriter(this.#items, closeText, origins);
    this.#drawings = new DrawingWriter(this.#items, closeText, keepImage);
  }

  get items(): StoredItem[] {
    return this.#items.items;
  }

  /** Those that their provider wants back. */
  get thoughts(): StoredThought[] {
    return this.#reasoning.thoughts;
  }

  /** Text of the open message, to which a provider's final citations refer. */
  get text(): string {
    return this.#message.text;
  }

  write(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case "text-start":
        this.#message.startText(part);
        return;
      case "text-delta":
        if (part.delta !== "") this.#appendText(part.delta);
        this.#message.sign(part.providerMetadata);
        return;
      case "custom":
        if (part.kind === textWasReasoning) this.#message.becomeReasoning();
        return;
      case "text-end":
        this.#message.endText(part);
        return;
      case "reasoning-start":
        this.#reasoning.start(part);
        return;
      case "reasoning-delta":
        if (part.delta !== "") this.#calls.closeLast();
        this.#reasoning.add(part);
        return;
      case "reasoning-end":
        this.#reasoning.end(part);
        return;
      case "tool-input-start":
        if (!part.providerExecuted) this.#calls.start(part.id, part.toolName, part.providerMetadata);
        return;
      case "tool-input-delta":
        this.#calls.writeArguments(part);
        return;
      case "tool-call":
        if (part.providerExecuted) {
          this.#calls.closeLast();
          this.#drawings.start(part);
        } else this.#calls.end(part);
        return;
      case "tool-result": {
        const drawn = readDrawing(part);
        if (drawn !== undefined) this.endDrawing(part.toolCallId, drawnBytes(drawn));
        return;
      }
      case "file":
        if (part.mediaType.startsWith("image/") && part.data.type === "data")
          this.addImage(drawnBytes(part.data.data), part.mediaType, part.providerMetadata);
        return;
      case "source":
        if (part.sourceType === "url") this.#message.addSource(part);
        return;
      case "raw":
        // OpenAI's package passes a refusal on as text; only the raw event shows the difference.
        if (isRefusalEvent(part.rawValue)) this.#message.refuse();
        return;
      case "tool-input-end":
      case "tool-approval-request":
      case "reasoning-file":
      case "stream-start":
      case "response-metadata":
      case "finish":
      case "ping":
      case "error":
        return;
    }
  }

  cite(citations: readonly TextCitation[]): void {
    for (const citation of citations) this.#message.cite(citation);
  }

  /** Adds a complete image from our own tool or the provider. */
  addImage(bytes: Uint8Array, mediaType: string | undefined, metadata?: SharedV4ProviderMetadata): void {
    this.#calls.closeLast();
    this.#drawings.add(bytes, mediaType, metadata);
  }

  /** Adds the image of a call of the provider's tool. */
  endDrawing(toolCallId: string, bytes: Uint8Array): void {
    this.#drawings.end(toolCallId, bytes);
  }

  /** Closes open items. A message that ends early is `incomplete`; an answer without any item gets an empty message. */
  end(options: { isIncomplete: boolean; isFailed?: boolean; declined?: string | undefined }): void {
    this.#calls.closeAll(options.isIncomplete);
    this.#reasoning.close();
    this.#drawings.dropAll();
    if (options.declined !== undefined && this.items.length === 0) {
      this.#message.refuse();
      this.#appendText(options.declined);
    }
    // The answer has an item at least, unless it is none.
    if (!options.isFailed && !this.#message.isOpen && !this.items.some((item) => item.type !== "reasoning")) this.#message.open();
    this.#message.close(options.isIncomplete);
  }

  #appendText(delta: string): void {
    this.#calls.closeLast();
    this.#reasoning.close();
    this.#message.append(delta);
  }
}

function isRefusalEvent(value: unknown): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === "response.refusal.delta";
}

function drawnBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? Buffer.from(data, "base64") : data;
}
