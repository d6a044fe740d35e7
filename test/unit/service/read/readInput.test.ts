/** How the field `input` becomes a dialogue. */
import { expect, test } from "vitest";
import { readInput } from "../../../../src/service/read/readInput.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const part = (text: string) => ({ type: "input_text", text });
const userMessage = (...texts: string[]) => ({
  type: "message",
  role: "user",
  content: texts.map((text) => ({ type: "text", text })),
});

const loadFile = () => Promise.reject(new Error("Nothing is to be loaded."));
const read = async (input: unknown) => (await readInput(input, { loadFile, superset: false })).dialogue;

test.each([
  ["an element of a message", [{ role: "user", content: [null] }], "input[0].content[0] must be an object."],
  [
    "an element of a function's output",
    [
      { type: "function_call", call_id: "1", name: "measure", arguments: "{}" },
      { type: "function_call_output", call_id: "1", output: ["x"] },
    ],
    "input[1].output[0] must be an object.",
  ],
  ["an element of the input", ["x"], "input[0] must be an object."],
])("%s that is not an object is refused with the row and the location", async (_, input, message) => {
  await expect(read(input)).rejects.toMatchObject({ code: "invalid_request", param: "input", message });
});

test("consecutive parts outside a message form one message, which any other item ends", async () => {
  const image = { type: "image_generation_call", id: "ig_1", status: "completed", result: png };
  const reasoning = { type: "reasoning", id: "rs_1", summary: [] };
  expect(await read([part("One"), part("Two"), image, part("Three"), reasoning, part("Four")])).toEqual([
    userMessage("One", "Two"),
    {
      type: "message",
      role: "assistant",
      content: [{ type: "file", file: expect.objectContaining({ mediaType: "image/png" }) }],
      itemId: "ig_1",
    },
    userMessage("Three"),
    userMessage("Four"),
  ]);
});
