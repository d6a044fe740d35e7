/** Writes calls of the request's functions. */
import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { StoredItem } from "../store/storedTask.ts";
import type { ItemWriter, OpenItem, PartOf } from "./itemWriter.ts";

type OpenCall = OpenItem & { item: Extract<StoredItem, { type: "function_call" }> };

export class CallWriter {
  readonly #items: ItemWriter;
  readonly #closeText: () => void;
  readonly #calls = new Map<string, OpenCall>();

  /** `closeText` closes an open message or summary, which ends when a call begins. */
  constructor(items: ItemWriter, closeText: () => void) {
    this.#items = items;
    this.#closeText = closeText;
  }

  start(id: string, name: string, metadata: SharedV4ProviderMetadata | undefined): OpenCall {
    this.#closeText();
    const { taskId, items } = this.#items;
    const suffix = taskId.slice(taskId.indexOf("_") + 1);
    const callId = `call_${suffix}_${items.length}`;
    const item: OpenCall["item"] = { type: "function_call", callId, name, arguments: "", ...(metadata ? { metadata } : {}) };
    const call = this.#items.open(item, { id: "", type: "function_call", status: "in_progress", call_id: callId, name, arguments: "" });
    this.#calls.set(id, call);
    return call;
  }

  writeArguments({ id, delta }: PartOf<"tool-input-delta">): void {
    const call = this.#calls.get(id);
    if (!call || delta === "") return;
    call.item.arguments += delta;
    this.#items.emit({ type: "response.function_call_arguments.delta", item_id: call.id, output_index: call.index, delta });
  }

  /** The arguments of the complete call replace the streamed ones. */
  end(part: PartOf<"tool-call">): void {
    const call = this.#calls.get(part.toolCallId) ?? this.start(part.toolCallId, part.toolName, part.providerMetadata);
    if (call.item.arguments === "") this.writeArguments({ type: "tool-input-delta", id: part.toolCallId, delta: part.input });
    call.item.arguments = part.input;
    if (part.providerMetadata) call.item.metadata = part.providerMetadata;
    this.#calls.delete(part.toolCallId);
    this.#closeCall(call);
  }

  closeAll(): void {
    for (const call of this.#calls.values()) this.#closeCall(call);
  }

  #closeCall(call: OpenCall): void {
    const { name, arguments: text } = call.item;
    this.#items.emit({ type: "response.function_call_arguments.done", item_id: call.id, output_index: call.index, name, arguments: text });
    this.#items.done(call);
  }
}
