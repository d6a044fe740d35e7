/** Writes calls of the request's functions. */
import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { GrowingText } from "../../output/growingText.ts";
import type { ToolOrigin } from "../../providers/request.ts";
import type { StoredCall } from "../store/storedTask.ts";
import type { ItemWriter, OpenItem, PartOf } from "./itemWriter.ts";
import { describeItem, inputOf } from "./outputItems.ts";
import { readArguments } from "./readArguments.ts";

type OpenCall = OpenItem & { item: StoredCall; arguments: GrowingText };

export class CallWriter {
  readonly #items: ItemWriter;
  readonly #closeText: () => void;
  readonly #origins: ReadonlyMap<string, ToolOrigin>;
  readonly #calls = new Map<string, OpenCall>();
  /** The last call with all its arguments. It is closed by what follows, because an answer that ends here early may have cut it off. */
  #last: OpenCall | undefined;

  /** `origins`: of tools that their caller names otherwise than the model. `closeText` closes an open message or summary, which ends when a call begins. */
  constructor(items: ItemWriter, closeText: () => void, origins: ReadonlyMap<string, ToolOrigin>) {
    this.#items = items;
    this.#origins = origins;
    this.#closeText = closeText;
  }

  start(id: string, name: string, metadata: SharedV4ProviderMetadata | undefined): OpenCall {
    this.#closeText();
    this.closeLast();
    const { taskId, items } = this.#items;
    const suffix = taskId.slice(taskId.indexOf("_") + 1);
    const callId = `call_${suffix}_${items.length}`;
    const { namespace, isCustom, name: shown = name }: Partial<ToolOrigin> = this.#origins.get(name) ?? {};
    const item: StoredCall = {
      type: "function_call",
      callId,
      providerId: id,
      name: shown,
      arguments: "",
      ...(namespace === undefined ? {} : { namespace }),
      ...(isCustom ? { isCustom } : {}),
      ...(metadata ? { metadata } : {}),
    };
    const opened = this.#items.open(item, { ...describeItem(item, "", {}), status: "in_progress" });
    const call = { ...opened, arguments: new GrowingText() };
    this.#calls.set(id, call);
    return call;
  }

  writeArguments({ id, delta }: PartOf<"tool-input-delta">): void {
    const call = this.#calls.get(id);
    if (call) this.#append(call, delta);
  }

  /** The arguments of the complete call replace the streamed ones. */
  end(part: PartOf<"tool-call">): void {
    const call = this.#calls.get(part.toolCallId) ?? this.start(part.toolCallId, part.toolName, part.providerMetadata);
    this.closeLast();
    this.#calls.delete(part.toolCallId);
    if (call.item.arguments === "") this.#append(call, part.input);
    call.item.arguments = part.input;
    if (part.providerMetadata) call.item.metadata = part.providerMetadata;
    this.#last = call;
  }

  /** Closes the last call, because the answer continues after it. */
  closeLast(): void {
    const call = this.#last;
    this.#last = undefined;
    if (call) this.#close(call, !isUsable(call));
  }

  /** `isIncomplete`: the answer ended early, so that its last call may have been cut off. */
  closeAll(isIncomplete: boolean): void {
    const { items } = this.#items;
    const isCut = (call: OpenCall) => !isUsable(call) || (isIncomplete && call.item === items.at(-1));
    if (this.#last) this.#close(this.#last, isCut(this.#last));
    this.#last = undefined;
    for (const call of this.#calls.values()) this.#close(call, isCut(call));
    this.#calls.clear();
  }

  #append(call: OpenCall, delta: string): void {
    if (delta === "") return;
    call.item.arguments = call.arguments.add(delta);
    if (call.item.isCustom) return;
    this.#items.emit({ type: "response.function_call_arguments.delta", item_id: call.id, output_index: call.index, delta });
  }

  /** Clients read the arguments as JSON, and expect an empty object if there are none. */
  #close(call: OpenCall, isIncomplete: boolean): void {
    if (isIncomplete) call.item.isIncomplete = true;
    else if (call.item.arguments.trim() === "") this.#append(call, "{}");
    const { name, arguments: text } = call.item;
    const location = { item_id: call.id, output_index: call.index };
    if (call.item.isCustom) {
      const input = inputOf(call.item);
      this.#items.emit({ type: "response.custom_tool_call_input.delta", ...location, delta: input });
      this.#items.emit({ type: "response.custom_tool_call_input.done", ...location, input });
      this.#items.done(call);
      return;
    }
    this.#items.emit({ type: "response.function_call_arguments.done", ...location, name, arguments: text });
    this.#items.done(call);
  }
}

const isUsable = ({ item }: OpenCall) => readArguments(item.arguments) === "complete";
