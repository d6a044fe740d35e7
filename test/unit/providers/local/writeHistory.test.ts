/** The dialogue as node-llama-cpp reads it. */
import { expect, test } from "vitest";
import { writeHistory } from "../../../../src/providers/local/writeHistory.ts";

test("joins calls with their results in the answer that made them, and ends with the answer to be written", () => {
  const call = { type: "tool-call" as const, toolCallId: "1", toolName: "get_weather", input: { city: "Oslo" } };
  const result = {
    type: "tool-result" as const,
    toolCallId: "1",
    toolName: "get_weather",
    output: { type: "text" as const, value: "Snow." },
  };
  const history = writeHistory([
    { role: "system", content: "Be short." },
    { role: "user", content: [{ type: "text", text: "The weather?" }] },
    { role: "assistant", content: [{ type: "reasoning", text: "Ask." }, call] },
    { role: "tool", content: [result] },
  ]);
  expect(history).toEqual([
    { type: "system", text: "Be short." },
    { type: "user", text: "The weather?" },
    {
      type: "model",
      parts: [
        { type: "thought", text: "Ask." },
        { type: "call", name: "get_weather", arguments: { city: "Oslo" }, result: "Snow." },
      ],
    },
  ]);
  expect(writeHistory([{ role: "user", content: [{ type: "text", text: "Hello" }] }]).at(-1)).toEqual({ type: "model", parts: [] });
});
