/** Emits texts, reasoning and refusals as blocks, of which one is open at a time. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { compatibleName } from "../dialects/optionNames.ts";
import { endsInHalf } from "./callCollector.ts";

type BlockType = "text" | "reasoning" | "refusal";

export class BlockWriter {
  readonly #emit: (part: LanguageModelV4StreamPart) => void;
  #open: BlockType | undefined;
  #count = 0;
  #hasOnlyReasoning = true;
  /** The first half of a character, of the open block. */
  #half = "";

  constructor(emit: (part: LanguageModelV4StreamPart) => void) {
    this.#emit = emit;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Whether nothing but reasoning, and white space, was written. */
  get hasOnlyReasoning(): boolean {
    return this.#hasOnlyReasoning;
  }

  append(block: BlockType, delta: string): void {
    if (this.#hasOnlyReasoning && block !== "reasoning") this.#hasOnlyReasoning = delta.trim() === "";
    if (this.#open !== block) {
      this.close();
      this.#open = block;
      this.#count += 1;
      const id = String(this.#count);
      const isRefusal = block === "refusal" ? { providerMetadata: { [compatibleName]: { refusal: true } } } : {};
      this.#emit(block === "reasoning" ? { type: "reasoning-start", id } : { type: "text-start", id, ...isRefusal });
    }
    const text = this.#half + delta;
    const end = text.length - (endsInHalf(text) ? 1 : 0);
    this.#half = text.slice(end);
    if (end > 0) this.#writeDelta(block, text.slice(0, end));
  }

  /** Emits a part that is a block of its own. */
  addWhole(part: LanguageModelV4StreamPart): void {
    this.close();
    this.#count += 1;
    this.#hasOnlyReasoning = false;
    this.#emit(part);
  }

  close(): void {
    if (this.#open === undefined) return;
    if (this.#half !== "") this.#writeDelta(this.#open, this.#half);
    this.#half = "";
    const id = String(this.#count);
    this.#emit(this.#open === "reasoning" ? { type: "reasoning-end", id } : { type: "text-end", id });
    this.#open = undefined;
  }

  #writeDelta(block: BlockType, written: string): void {
    const id = String(this.#count);
    const delta = written.toWellFormed();
    this.#emit(block === "reasoning" ? { type: "reasoning-delta", id, delta } : { type: "text-delta", id, delta });
  }
}
