/**
 * A window that has a journal open, as a separate process; its argument is the file. For each line of input, it adds a task with the
 * line as its key, and prints a line: the key, or the error.
 */
import { createInterface } from "node:readline";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { Journal } from "../../../../src/generations/journal/journal.ts";

const journal = await Journal.open(process.argv[2] ?? "", undefined);
const baseUrl = "http://127.0.0.1:9";
const request: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt: "Fox" } };
const target = { folder: "/out", pattern: "{slug}" };
console.log("open");
for await (const key of createInterface(process.stdin)) {
  try {
    await journal.write(() =>
      journal.tasks.add({ key, baseUrl, request, model: "painter", prompt: "Fox", target, origin: {}, createdAt: 1 }, "window"),
    );
    console.log(key);
  } catch (error) {
    console.log(String(error));
  }
}
await journal.close();
