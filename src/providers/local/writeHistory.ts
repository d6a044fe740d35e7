import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import type { HistoryItem } from "./engineMessages.ts";

type ModelItem = Extract<HistoryItem, { type: "model" }>;

/**
 * The dialogue as node-llama-cpp reads it: the results of calls are part of the answer that made them, and the last item is the answer that
 * is to be written. The dialect lets no files through.
 */
export function writeHistory(prompt: LanguageModelV4Prompt): HistoryItem[] {
  const items: HistoryItem[] = [];
  const calls = new Map<string, Extract<ModelItem["parts"][number], { type: "call" }>>();
  const answer = (): ModelItem => {
    const last = items.at(-1);
    if (last?.type === "model") return last;
    const added: ModelItem = { type: "model", parts: [] };
    items.push(added);
    return added;
  };
  for (const message of prompt) {
    switch (message.role) {
      case "system":
        items.push({ type: "system", text: message.content });
        break;
      case "user":
        items.push({ type: "user", text: message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n") });
        break;
      case "assistant":
        for (const part of message.content) {
          if (part.type === "text") answer().parts.push({ type: "text", text: part.text });
          else if (part.type === "reasoning") answer().parts.push({ type: "thought", text: part.text });
          else if (part.type === "tool-call") {
            const call = { type: "call" as const, name: part.toolName, arguments: part.input, result: "" };
            calls.set(part.toolCallId, call);
            answer().parts.push(call);
          }
        }
        break;
      case "tool":
        for (const part of message.content) {
          const call = part.type === "tool-result" ? calls.get(part.toolCallId) : undefined;
          if (call !== undefined && part.type === "tool-result") call.result = textOf(part.output);
        }
    }
  }
  answer();
  return items;
}

function textOf(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return JSON.stringify(output.value);
    case "content":
      return output.value.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    case "execution-denied":
      return output.reason ?? "It was not allowed.";
  }
}
