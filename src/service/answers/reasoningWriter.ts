/** Writes summaries of a model's reasoning, and keeps the thoughts that its provider wants back. */
import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { GrowingText } from "../../output/growingText.ts";
import type { Thought } from "../../providers/request.ts";
import type { StoredItem, StoredThought } from "../store/storedTask.ts";
import type { ItemWriter, OpenItem, PartOf } from "./itemWriter.ts";

type OpenReasoning = OpenItem & { item: Extract<StoredItem, { type: "reasoning" }> };

export class ReasoningWriter {
  readonly thoughts: StoredThought[] = [];
  readonly #items: ItemWriter;
  readonly #closeMessage: () => void;
  readonly #returnsPlainReasoning: boolean;
  #reasoning: OpenReasoning | undefined;
  #beginsSummary = false;
  /** That of the open summary. */
  #summary = new GrowingText();
  #thought: Pick<Thought, "metadata"> | undefined;
  /** The summaries of the open thought. */
  #thoughtTexts: GrowingText[] = [];

  /** `closeMessage` closes an open message, which ends when a summary begins. `returnsPlainReasoning`: see `Dialect.returnsPlainReasoning`. */
  constructor(items: ItemWriter, closeMessage: () => void, returnsPlainReasoning: boolean) {
    this.#items = items;
    this.#closeMessage = closeMessage;
    this.#returnsPlainReasoning = returnsPlainReasoning;
  }

  start({ providerMetadata }: PartOf<"reasoning-start">): void {
    this.#beginsSummary = true;
    this.#thought = { metadata: { ...providerMetadata } };
    this.#thoughtTexts = [];
  }

  add(part: PartOf<"reasoning-delta">): void {
    this.#keepThought(part);
    this.#writeReasoning(part);
  }

  end(part: PartOf<"reasoning-end">): void {
    this.#keepThought(part);
    this.#endThought();
  }

  close(): void {
    if (!this.#reasoning) return;
    this.#endSummary(this.#reasoning);
    this.#items.done(this.#reasoning);
    this.#reasoning = undefined;
  }

  /** Opens a summary with its first text, because some models only report that they reasoned. */
  #openSummary(): OpenReasoning {
    this.#closeMessage();
    const reasoning =
      this.#reasoning ??
      this.#items.open({ type: "reasoning", summary: [] }, { id: "", type: "reasoning", status: "in_progress", summary: [] });
    this.#reasoning = reasoning;
    this.#endSummary(reasoning);
    const summary_index = reasoning.item.summary.push("") - 1;
    this.#summary = new GrowingText();
    this.#thoughtTexts.push(this.#summary);
    const location = { item_id: reasoning.id, output_index: reasoning.index, summary_index };
    this.#items.emit({ type: "response.reasoning_summary_part.added", ...location, part: { type: "summary_text", text: "" } });
    return reasoning;
  }

  #writeReasoning({ delta }: PartOf<"reasoning-delta">): void {
    if (delta === "") return;
    const reasoning = this.#reasoning && !this.#beginsSummary ? this.#reasoning : this.#openSummary();
    this.#beginsSummary = false;
    const summary_index = reasoning.item.summary.length - 1;
    reasoning.item.summary[summary_index] = this.#summary.add(delta);
    this.#items.emit({
      type: "response.reasoning_summary_text.delta",
      item_id: reasoning.id,
      output_index: reasoning.index,
      summary_index,
      delta,
    });
  }

  /** A signature can come with any part of a thought. */
  #keepThought({ providerMetadata }: { providerMetadata?: SharedV4ProviderMetadata }): void {
    if (!this.#thought) return;
    for (const [name, metadata] of Object.entries(providerMetadata ?? {})) {
      this.#thought.metadata[name] = { ...this.#thought.metadata[name], ...metadata };
    }
  }

  #endThought(): void {
    const thought = this.#thought;
    this.#thought = undefined;
    if (!thought) return;
    const isSigned = Object.keys(thought.metadata).length > 0;
    const text = this.#thoughtTexts.map((summary) => summary.text).join("");
    if (isSigned || (this.#returnsPlainReasoning && text !== ""))
      this.thoughts.push({ ...thought, text, before: this.#items.items.length });
  }

  #endSummary(reasoning: OpenReasoning): void {
    const summary_index = reasoning.item.summary.length - 1;
    const text = reasoning.item.summary[summary_index];
    if (text === undefined) return;
    const location = { item_id: reasoning.id, output_index: reasoning.index, summary_index };
    this.#items.emit({ type: "response.reasoning_summary_text.done", ...location, text });
    this.#items.emit({ type: "response.reasoning_summary_part.done", ...location, part: { type: "summary_text", text } });
  }
}
