/** Writes the events of a Response as the AI SDK's package expects them: each with its ids and indexes, and each item with a beginning and an end. */
import type { OutputItem } from "../../contract/response.ts";
import { GrowingText } from "../../output/growingText.ts";
import type { OutputChange } from "../../output/outputChange.ts";
import type { Citation } from "../../output/outputPart.ts";
import type { ResponseAssembly } from "../../output/responseAssembly.ts";
import { isFields } from "../errorReason.ts";
import { requireFewCitations } from "../files/citationCounter.ts";

type Fields = Readonly<Record<string, unknown>>;
export type Emit = (event: Fields) => void;

/** The types of items that our requests can have. */
const known = new Set(["message", "reasoning", "function_call", "image_generation_call", "web_search_call"]);
const argumentsDone = "response.function_call_arguments.done";
const callStates = new Set(["in_progress", "completed", "incomplete"]);

/** The index of the item that a key of a change begins with. */
const itemOf = (key: string) => Number.parseInt(key, 10);

export class StrictEvents {
  readonly #assembly: ResponseAssembly;
  readonly #emit: Emit;
  /** By item: its id, which stays the same, and the arguments of a call that were written. */
  readonly #ids = new Map<number, string>();
  readonly #arguments = new Map<number, GrowingText>();
  readonly #ended = new Set<number>();
  /** By item: how many characters of each part of its reasoning were written. */
  readonly #reasoning = new Map<number, number[]>();
  /** By the key of a part: its kind, and how many citations were written. */
  readonly #kinds = new Map<string, string>();
  readonly #cited = new Map<string, number>();

  constructor(assembly: ResponseAssembly, emit: Emit) {
    this.#assembly = assembly;
    this.#emit = emit;
  }

  /** Whether an item with content was written. */
  get hasOutput(): boolean {
    return this.#ids.size > 0;
  }

  /** `isDelta`: no item has ended. */
  write(changes: readonly OutputChange[], isDelta: boolean): void {
    for (const change of changes) this.#write(change);
    if (!isDelta) this.#endItems();
  }

  /** Writes a delta of a call's arguments, which the assembly has only whole. */
  writeArguments({ type, item_id, output_index, delta: piece, arguments: whole }: Fields): void {
    const given = type === "response.function_call_arguments.delta" ? piece : type === argumentsDone ? whole : undefined;
    if (typeof given !== "string") return;
    const location = {
      item_id: typeof item_id === "string" ? item_id : undefined,
      output_index: typeof output_index === "number" ? output_index : undefined,
    };
    const index = this.#assembly.indexOf("function_call", location);
    if (index === undefined) return;
    const known = this.#arguments.get(index) ?? new GrowingText();
    // The whole repeats the deltas, unless there were none.
    const delta = type !== argumentsDone ? given : given.startsWith(known.text) ? given.slice(known.text.length) : "";
    if (delta === "") return;
    known.add(delta);
    this.#arguments.set(index, known);
    if (this.#ids.has(index)) this.#emit({ type: "response.function_call_arguments.delta", ...this.#location(index), delta });
  }

  end(outcome: "completed" | "incomplete"): void {
    for (const index of this.#ids.keys()) this.#endItem(index);
    const { usage, incomplete_details: details, status } = this.#assembly.response() ?? { id: "" };
    const reason = details?.reason ?? "";
    this.#emit({
      type: `response.${outcome}`,
      response: {
        ...(usage ? { usage: { ...usage, input_tokens: usage.input_tokens ?? 0, output_tokens: usage.output_tokens ?? 0 } } : {}),
        ...(outcome === "incomplete" ? { incomplete_details: { reason: reason === "" ? (status ?? "other") : reason } } : {}),
      },
    });
  }

  #write(change: OutputChange): void {
    switch (change.type) {
      case "identified":
        this.#begin();
        return;
      case "partAdded":
        this.#kinds.set(change.part.key, change.part.kind);
        // Anything else begins with its first content.
        if (change.part.kind === "step" && this.#assembly.itemAt(itemOf(change.part.key))?.item.name)
          this.#beginItem(itemOf(change.part.key));
        return;
      case "textAppended":
        this.#writeText(itemOf(change.key), this.#kinds.get(change.key), change.text);
        return;
      case "citationsChanged":
        this.#cite(change.key, change.citations);
        return;
      case "imageChanged":
        if (change.state !== "drawing" || change.image === undefined) return;
        this.#emit({
          type: "response.image_generation_call.partial_image",
          ...this.#beginItem(itemOf(change.key)),
          partial_image_b64: change.image,
        });
        return;
      case "textReplaced":
        // What was passed on cannot be taken back. Of a reasoning of several parts, an earlier one may have grown.
        if ((this.#reasoning.get(itemOf(change.key))?.length ?? 0) > 1) this.#writeReasoning(itemOf(change.key), "");
        return;
      // Calls and images are written with the end of their item.
      case "stepDone":
      case "functionCalled":
    }
  }

  #writeText(index: number, kind: string | undefined, delta: string): void {
    const type = kind === "refusal" ? "response.refusal.delta" : "response.output_text.delta";
    if (kind === "reasoning") this.#writeReasoning(index, delta);
    else this.#emit({ type, ...this.#beginItem(index), content_index: 0, delta });
  }

  /** Ends the items before `end` that are done. */
  #endItems(end = Number.POSITIVE_INFINITY): void {
    for (let index = 0; index < end; index += 1) {
      const found = this.#assembly.itemAt(index);
      if (!found) return;
      if (!found.isDone || this.#ended.has(index)) continue;
      this.#beginItem(index);
      this.#endItem(index);
    }
  }

  #begin(): void {
    const { id = "", created_at, model } = this.#assembly.response() ?? {};
    const response = { id, created_at: created_at ?? 0, model: model ?? "" };
    this.#emit({ type: "response.created", response });
    this.#emit({ type: "response.in_progress", response });
  }

  #location(index: number) {
    return { item_id: this.#ids.get(index) ?? "", output_index: index };
  }

  #beginItem(index: number) {
    if (this.#ids.has(index)) return this.#location(index);
    const item = this.#assembly.itemAt(index)?.item;
    if (!item || !known.has(item.type)) return this.#location(index);
    // What is signed in an item belongs to the items after it.
    this.#endItems(index);
    const taken = new Set(this.#ids.values());
    const id = item.id && !taken.has(item.id) ? item.id : `${item.type}_${index}`;
    this.#ids.set(index, id);
    this.#emit({ type: "response.output_item.added", output_index: index, item: this.#strictItem(item, index, id) });
    return this.#location(index);
  }

  #endItem(index: number): void {
    const item = this.#assembly.itemAt(index)?.item;
    const id = this.#ids.get(index);
    if (!item || id === undefined || this.#ended.has(index)) return;
    this.#ended.add(index);
    this.#emit({ type: "response.output_item.done", output_index: index, item: this.#strictItem(item, index, id) });
  }

  /** The changes join the parts of a reasoning: here they stay apart. `appended` ends with the newest of them. */
  #writeReasoning(index: number, appended: string): void {
    const location = this.#beginItem(index);
    const { content, summary } = this.#assembly.itemAt(index)?.item ?? {};
    const texts = [...(summary ?? []), ...(content ?? [])].map(({ text }) => text ?? "");
    const written = this.#reasoning.get(index) ?? [];
    const isOne = texts.filter((text, part) => text.length > (written[part] ?? 0)).length === 1;
    for (const [summary_index, text] of texts.entries()) {
      if (text === "") continue;
      const before = written[summary_index];
      if (before === undefined) this.#emit({ type: "response.reasoning_summary_part.added", ...location, summary_index });
      const length = text.length - (before ?? 0);
      // To read the end of a text that grows would join all of it.
      const delta = isOne && length <= appended.length ? appended.slice(appended.length - length) : text.slice(before ?? 0);
      if (length > 0) this.#emit({ type: "response.reasoning_summary_text.delta", ...location, summary_index, delta });
      written[summary_index] = text.length;
    }
    this.#reasoning.set(index, written);
  }

  #cite(key: string, citations: readonly Citation[]): void {
    requireFewCitations(citations.length);
    const location = this.#beginItem(itemOf(key));
    for (const { url, title, start, end } of citations.slice(this.#cited.get(key) ?? 0)) {
      const annotation = { type: "url_citation", url, title: title || url, start_index: start ?? 0, end_index: end ?? 0 };
      this.#emit({ type: "response.output_text.annotation.added", ...location, content_index: 0, annotation });
    }
    this.#cited.set(key, citations.length);
  }

  #strictItem(item: OutputItem, index: number, id: string): Fields {
    const { type } = item;
    switch (type) {
      case "function_call": {
        const own = typeof item.arguments === "string" ? item.arguments : isFields(item.arguments) ? JSON.stringify(item.arguments) : "";
        const call_id = typeof item.call_id === "string" && item.call_id !== "" ? item.call_id : id;
        const status = callStates.has(item.status ?? "") ? item.status : "completed";
        return { type, id, call_id, name: String(item.name ?? ""), arguments: own || (this.#arguments.get(index)?.text ?? ""), status };
      }
      case "reasoning": {
        const { encrypted_content } = item;
        return { type, id, ...(typeof encrypted_content === "string" ? { encrypted_content } : {}) };
      }
      case "image_generation_call":
        return { type, id, result: item.result ?? "" };
      case "web_search_call":
        return { type, id, status: item.status ?? "completed" };
      default:
        return { type, id };
    }
  }
}
