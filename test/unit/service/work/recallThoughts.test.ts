/** How often the store is asked for the answers that a dialogue's calls are from. */
import { expect, test } from "vitest";
import type { DialogueItem, TextRequest } from "../../../../src/providers/request.ts";
import type { StoredTask } from "../../../../src/service/store/storedTask.ts";
import { recallThoughts } from "../../../../src/service/work/recallThoughts.ts";
import { task } from "../store/storedTasks.ts";

const suffixOf = (number: number) => number.toString(16).padStart(32, "0");
const call = (number: number, index = 0): DialogueItem => ({
  type: "function_call",
  callId: `call_${suffixOf(number)}_${index}`,
  name: "read",
  arguments: "{}",
});
const outputOf = (number: number): DialogueItem => ({
  type: "function_call_output",
  callId: `call_${suffixOf(number)}_0`,
  output: "y",
  files: [],
});
const signed = { local: { signature: "s" } };
const answer = (number: number): StoredTask => ({
  ...task,
  id: `resp_${suffixOf(number)}`,
  provider: "local",
  output: {
    items: [{ type: "function_call", callId: "c", name: "read", arguments: "{}", metadata: signed }],
    thoughts: [{ text: `thought ${number}`, metadata: signed, before: 0 }],
    incomplete: undefined,
  },
});

async function recall(dialogue: DialogueItem[], stored: readonly StoredTask[]) {
  const request: TextRequest = {
    kind: "text",
    model: "local/writer",
    dialogue,
    instructions: undefined,
    effort: undefined,
    webSearch: false,
    imageTool: undefined,
    functions: [],
    toolChoice: { type: "auto" },
    parallelToolCalls: true,
    maxOutputTokens: undefined,
  };
  const asked: string[] = [];
  const get = async (id: string) => {
    asked.push(id);
    return stored.find((one) => one.id === id);
  };
  const recalled = await recallThoughts({ request, account: task.account, provider: "local", get });
  return { asked, dialogue: recalled.dialogue };
}

test("an answer is read once, however many calls name it", async () => {
  const { asked, dialogue } = await recall(
    Array.from({ length: 10_000 }, () => call(1)),
    [answer(1)],
  );
  expect(asked).toEqual([`resp_${suffixOf(1)}`]);
  expect(dialogue.filter(({ type }) => type === "thought")).toHaveLength(1);
  expect(dialogue).toHaveLength(10_001);
});

test.each([
  ["that do not exist", []],
  ["of another account", Array.from({ length: 10_000 }, (_, number) => ({ ...answer(number), account: "other" }))],
  ["of another provider", Array.from({ length: 10_000 }, (_, number) => ({ ...answer(number), provider: "other" }))],
])("of 10,000 answers %s, a hundred are looked for", async (_, stored) => {
  const { asked, dialogue } = await recall(
    Array.from({ length: 10_000 }, (_, number) => call(number)),
    stored,
  );
  expect(new Set(asked.map((id) => id.slice("resp_".length))).size).toBe(100);
  expect(dialogue.filter(({ type }) => type === "thought")).toEqual([]);
});

test("the newest answers of a long dialogue are found, although the oldest have expired", async () => {
  const { dialogue } = await recall(
    Array.from({ length: 1000 }, (_, number) => [call(number), outputOf(number)]).flat(),
    Array.from({ length: 300 }, (_, number) => answer(700 + number)),
  );
  const thoughts = dialogue.flatMap((item) => (item.type === "thought" ? [item.text] : []));
  expect(thoughts).toEqual(Array.from({ length: 300 }, (_, number) => `thought ${700 + number}`));
  expect(dialogue.filter((item) => item.type === "function_call" && item.metadata === signed)).toHaveLength(300);
});

test("a call that names no item of its answer gets nothing of another", async () => {
  const { dialogue } = await recall([call(1, 7)], [answer(1)]);
  expect(dialogue.at(-1)).toMatchObject({ type: "function_call", metadata: undefined });
});
