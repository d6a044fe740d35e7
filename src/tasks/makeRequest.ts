import type { InterfaceGeneration, Kind } from "../contract/kind.ts";
import type { TaskRequest } from "./task.ts";

/** Creates the minimal request of a kind, for a task of which nothing else is known. */
export function makeRequest(interfaceGeneration: InterfaceGeneration, kind: Kind, model: string, prompt: string): TaskRequest {
  if (interfaceGeneration === "v2" || kind === "text") {
    return { interface: "v2", kind, body: { ai: { model }, content: [{ type: "input_text", text: prompt }] } };
  }
  if (kind === "audio") return { interface: "v1", kind, body: { model, input: prompt, voice: "", format: "" } };
  return { interface: "v1", kind, body: { model, prompt } };
}
