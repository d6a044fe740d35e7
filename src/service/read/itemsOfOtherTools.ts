/**
 * Items of tools that no model here has, and of a service's own work: clients send them with a dialogue that was begun at another service.
 * What the model said of them is in the messages. Source: OpenAI, "Responses", input items; Codex, which resumes such dialogues.
 */
import type { JsonObject } from "../../contract/jsonObject.ts";

/** Beside those whose types end like the name of a call. */
const others = new Set([
  ...["mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "tool_search_output", "additional_tools", "program"],
  ...["program_output", "configuration_update", "compaction", "compaction_summary", "compaction_trigger", "context_compaction"],
]);
const call = /^[a-z_]+_call(?:_output)?$/;

/** Notes the items that are left out. */
export class OtherItems {
  readonly types = new Set<string>();
  readonly #calls = new Set<unknown>();

  /** `isKnown`: whether the type is one that is read. */
  leavesOut({ type, call_id: callId }: JsonObject, isKnown: boolean): boolean {
    // The output of a call in a shell of its own has the type of that of a function.
    const isOutput = type === "function_call_output" && this.#calls.has(callId);
    if (typeof type !== "string" || !(isOutput || (!isKnown && (call.test(type) || others.has(type))))) return false;
    if (!isOutput) this.types.add(type);
    if (callId !== undefined) this.#calls.add(callId);
    return true;
  }
}
