/** However long the material is, the demo reads a part of it and its answer is short enough to be sent in two minutes. */
import { expect, test } from "vitest";
import { makeText } from "../../../../src/demo/text/makeText.ts";
import { textRequest } from "../requests.ts";

const line = "lorem ipsum dolor ".repeat(60_000);
const materials = { "one line": line, "many lines": "A line of the file.\n".repeat(60_000), "one word": "x".repeat(1_000_000) };
const tasks = [
  "Summarize this",
  "Repeat this exactly",
  "Explain this code",
  "Translate this into French",
  "Fix the grammar of this",
  "List the lines of this",
  "What is this about?",
  "Write a test for this",
  "Quote the first line",
];

test.each(Object.keys(materials).flatMap((name) => tasks.map((task) => [task, name] as const)))("%s: %s of 1 MB", async (task, name) => {
  const text = materials[name as keyof typeof materials];
  const file = { mediaType: "text/plain", name: "a.txt", bytes: Buffer.from(text), part: "file" as const };
  const started = process.cpuUsage();
  const asked = [
    await makeText(textRequest(task, { files: [file] })),
    await makeText(textRequest(`${task}:\n\n${text}`)),
    await makeText(textRequest(`${task}:\n\n${text}`, { instructions: "Answer with the text alone." })),
  ];
  for (const { text: answer } of asked) expect(answer.length).toBeLessThan(12_010);
  // Microseconds.
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
});
