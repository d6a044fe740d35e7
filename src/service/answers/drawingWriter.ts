/** Writes the images of an answer, from our own tool and from the provider's. */
import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import * as z from "zod/mini";
import type { ItemWriter, OpenItem, PartOf } from "./itemWriter.ts";

/** Stores an image that the model has drawn; returns the index of the task's file. */
export type KeepImage = (bytes: Uint8Array, mediaType: string | undefined) => number;

/** Result of a provider's own image tool. */
const drawnImageSchema = z.object({ result: z.string() });
const imageTool = /^image_?generation$/i;

/** The image of a provider's own tool, as base64; undefined: the result of another tool, or not final. */
export function readDrawing({ toolName, result, preliminary }: PartOf<"tool-result">): string | undefined {
  const drawn = imageTool.test(toolName) && !preliminary ? drawnImageSchema.safeParse(result) : undefined;
  return drawn?.success ? drawn.data.result : undefined;
}

export class DrawingWriter {
  readonly #items: ItemWriter;
  readonly #closeText: () => void;
  readonly #keepImage: KeepImage;
  readonly #drawings = new Map<string, OpenItem>();

  /** `closeText` closes an open message or summary, which ends when an image begins. */
  constructor(items: ItemWriter, closeText: () => void, keepImage: KeepImage) {
    this.#items = items;
    this.#closeText = closeText;
    this.#keepImage = keepImage;
  }

  /** Adds a complete image. */
  add(bytes: Uint8Array, mediaType: string | undefined, metadata: SharedV4ProviderMetadata | undefined): void {
    const opened = this.#openDrawing();
    if (metadata && opened.item.type === "image") opened.item.metadata = metadata;
    this.#completeDrawing(opened, bytes, mediaType);
  }

  start({ toolCallId, toolName }: PartOf<"tool-call">): void {
    if (imageTool.test(toolName)) this.#drawings.set(toolCallId, this.#openDrawing());
  }

  end(toolCallId: string, drawn: Uint8Array): void {
    const opened = this.#drawings.get(toolCallId) ?? this.#openDrawing();
    this.#drawings.delete(toolCallId);
    this.#completeDrawing(opened, drawn, undefined);
  }

  /** Closes images that never arrived as incomplete. */
  dropAll(): void {
    for (const opened of this.#drawings.values()) this.#items.done(opened, undefined, "incomplete");
  }

  #openDrawing(): OpenItem {
    this.#closeText();
    const opened = this.#items.open(
      { type: "image", file: -1 },
      { id: "", type: "image_generation_call", status: "in_progress", result: null },
    );
    const location = { item_id: opened.id, output_index: opened.index };
    this.#items.emit({ type: "response.image_generation_call.in_progress", ...location });
    this.#items.emit({ type: "response.image_generation_call.generating", ...location });
    return opened;
  }

  #completeDrawing(opened: OpenItem, bytes: Uint8Array, mediaType: string | undefined): void {
    if (opened.item.type !== "image") return;
    opened.item.file = this.#keepImage(bytes, mediaType);
    this.#items.emit({ type: "response.image_generation_call.completed", item_id: opened.id, output_index: opened.index });
    this.#items.done(opened, () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"));
  }
}
