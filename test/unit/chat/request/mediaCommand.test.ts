/** Messages that start a task, and how a conversation describes a task. */
import { expect, test } from "vitest";
import { toMarkdown } from "../../../../src/chat/conversation/conversationMarkdown.ts";
import { fromMarkdown } from "../../../../src/chat/conversation/readConversationMarkdown.ts";
import { defaultSettings } from "../../../../src/chat/conversation/turn.ts";
import { buildRequest } from "../../../../src/chat/request/buildRequest.ts";
import { readMediaCommand } from "../../../../src/chat/request/mediaCommand.ts";
import type { OutputPart } from "../../../../src/output/outputPart.ts";
import { answer, conversation, prompt } from "../turns.ts";

test.each([
  ["/image a fox", { kind: "image", prompt: "a fox" }],
  ["  /video\n a fox\nand a hare ", { kind: "video", prompt: "a fox\nand a hare" }],
  ["/audio", { kind: "audio", prompt: "" }],
  ["/images a fox", undefined],
  ["/image/x", undefined],
  ["see /image a fox", undefined],
  ["/text a fox", undefined],
])("%j", (text, command) => {
  expect(readMediaCommand(text)).toEqual(command);
});

test("the model is informed of a task, and an export contains it", () => {
  const task: OutputPart = { kind: "task", key: "task", task: "k", media: "image" };
  const turns = [prompt("p"), answer("a", "p", { parts: [task] }), prompt("q", "a")];
  const { input } = buildRequest(turns, { ...defaultSettings, model: "m" }, () => undefined);
  expect(input[1]).toMatchObject({ role: "assistant", content: [{ text: "(A task was started here, to generate this: image.)" }] });
  const read = fromMarkdown(toMarkdown(conversation(turns), "images"), () => crypto.randomUUID());
  expect(read?.turns[1]).toMatchObject({ parts: [{ kind: "task", task: "k", media: "image" }] });
});
