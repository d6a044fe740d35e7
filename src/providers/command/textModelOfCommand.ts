import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { CommandResult } from "./runCommand.ts";

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** A program that reads a dialogue on standard input and prints the answer. */
export function textModelOfCommand(
  modelId: string,
  run: (prompt: string, signal: AbortSignal | undefined) => Promise<CommandResult>,
): LanguageModelV4 {
  const ask = async (prompt: LanguageModelV4Prompt, signal: AbortSignal | undefined) =>
    new TextDecoder().decode((await run(writeDialogue(prompt), signal)).bytes);
  return {
    specificationVersion: "v4",
    provider: "command",
    modelId,
    supportedUrls: {},
    async doGenerate({ prompt, abortSignal }) {
      const text = await ask(prompt, abortSignal);
      return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: undefined }, usage: noUsage, warnings: [] };
    },
    async doStream({ prompt, abortSignal }) {
      const text = await ask(prompt, abortSignal);
      const parts: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "0" },
        { type: "text-delta", id: "0", delta: text },
        { type: "text-end", id: "0" },
        { type: "finish", usage: noUsage, finishReason: { unified: "stop", raw: undefined } },
      ];
      return { stream: ReadableStream.from(parts) };
    },
  };
}

/** A single message is passed on as it is; in a dialogue, each message begins with its role. */
function writeDialogue(prompt: LanguageModelV4Prompt): string {
  const messages = prompt.map((message) => ({
    role: message.role,
    text:
      typeof message.content === "string"
        ? message.content
        : message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
  }));
  const [only, ...others] = messages;
  if (only && others.length === 0) return only.text;
  return messages.map(({ role, text }) => `${role}: ${text}`).join("\n\n");
}
