/** What the chat's model learns of tasks from `@studio`. */
import { expect, test } from "vitest";
import { newestTasks } from "../../../../../src/editor/ai/participant/newestTasks.ts";

const createdAt = Date.UTC(2026, 0, 2);
const taskIn = (folder: string, prompt: string) =>
  ({ kind: "image", model: "painter", state: "saved", prompt, createdAt, folder }) as const;
type Listed = ReturnType<typeof taskIn>;
const factsOf = {
  savesHere: ({ folder }: Listed) => folder === "here",
  filesOf: ({ folder }: Listed) => [`${folder}/a.png`],
  costOf: () => "$0.04",
};
const listNewest = (...tasks: Listed[]) => newestTasks({ list: ({ limit }) => tasks.slice(0, limit) }, factsOf);

test("the newest tasks of the workspace are told with their files, costs and the beginnings of their prompts", () => {
  const listed = {
    kind: "image",
    model: "painter",
    state: "saved",
    created: "2026-01-02T00:00:00.000Z",
    cost: "$0.04",
    files: ["here/a.png"],
  };
  const prompt = "a heron ".repeat(100);
  expect(listNewest(taskIn("here", prompt))).toEqual([{ ...listed, prompt: prompt.slice(0, 300) }]);
  expect(listNewest(...Array.from({ length: 40 }, () => taskIn("here", "a heron")))).toHaveLength(30);
});

test("nothing is told of other workspaces, whatever is newer", () => {
  const others = Array.from({ length: 40 }, () => taskIn("elsewhere", "the name of a customer"));
  expect(listNewest(...others, taskIn("here", "a heron"))).toMatchObject([{ prompt: "a heron" }]);
});

test.each([
  ["a token", `a heron hf_${"q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoT"}`],
  ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n"],
])("a prompt with %s is not told", (_, prompt) => {
  expect(listNewest(taskIn("here", prompt))).toMatchObject([{ model: "painter", prompt: undefined }]);
});
