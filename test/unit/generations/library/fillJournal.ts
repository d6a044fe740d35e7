/** Fills a journal with finished tasks and one that runs in another process. */
import { dirname, join } from "node:path";
import { Journal } from "../../../../src/generations/journal/journal.ts";

export interface FilledJournal {
  /** Key of the task that another, running process sends. */
  running: string;
  close(): Promise<void>;
}

export async function fillJournal(path: string, count: number): Promise<FilledJournal> {
  const journal = await Journal.open(path, undefined);
  const { tasks, owner } = journal;
  const add = (key: string, prompt: string, owner: string, createdAt: number) =>
    tasks.add(
      {
        key,
        baseUrl: "built-in:",
        request: { interface: "v1", kind: "image", body: { model: "painter", prompt } },
        model: "painter",
        prompt,
        target: { folder: join(dirname(path), "out"), pattern: "{slug}" },
        origin: {},
        createdAt,
      },
      owner,
    );
  const now = Date.now();
  await journal.write(() => {
    for (let index = 0; index < count; index += 1) {
      const key = `finished-${String(index).padStart(6, "0")}`;
      add(key, `Picture ${index}`, "filler", now);
      tasks.save(key, "filler", [], now);
    }
    add("running", "A picture in the making", owner.id, now);
  });
  return {
    running: "running",
    close: () => journal.close(),
  };
}
