/** Removes many finished tasks at once. Running tasks and others are kept. */
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openScripted } from "./imageTask.ts";
import { fillJournal } from "./library/fillJournal.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

vi.setConfig({ testTimeout: 180_000 });

test("ten thousand finished tasks are removed by one call, and a running one is kept even if it is included", async () => {
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
