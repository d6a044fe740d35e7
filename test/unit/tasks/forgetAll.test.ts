/** Removes many finished tasks at once. Running tasks and others stay. */
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { fillJournal } from "./fillJournal.ts";
import { openScripted } from "./imageTask.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

vi.setConfig({ testTimeout: 180_000 });

test("ten thousand finished tasks are forgotten by one call, and a running one stays even where it is asked for", async () => {
  const folder = await temporaryFolder();
  const filled = await fillJournal(join(folder, "journal", "tasks.sqlite"), 10_000);
  const { tasks } = await openScripted({}, { folder });
  expect(tasks.count()).toBe(10_001);
  expect(await tasks.forgetAll({ states: ["failed"] })).toBe(0);

  const forgotten = new Set<string>();
  tasks.onChange(({ key, task }) => {
    if (task === undefined) forgotten.add(key);
  });
  expect(await tasks.forgetAll({ states: ["saved", "submitting"] })).toBe(10_000);
  expect(tasks.list().map((task) => task.key)).toEqual([filled.running]);
  await expect.poll(() => forgotten.size).toBeGreaterThan(9_900);
  await filled.close();
});
