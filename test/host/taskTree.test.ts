/** The rows of the Tasks view, without a journal. */
import assert from "node:assert/strict";
import { rowCommand } from "../../src/editor/base/rowCommand.ts";
import type { Studio } from "../../src/editor/service/studio.ts";
import { type TaskNode, TaskTree } from "../../src/editor/tasks/taskTree.ts";
import type { Task, TaskState } from "../../src/generations/task.ts";
import type { TaskFilter } from "../../src/generations/taskQuery.ts";

const nameOf = (node: TaskNode) => (node.type === "task" ? node.key : node.section);

describe("the Tasks view", function () {
  this.timeout(20_000);

  it("paints changed rows without listing a section again, unless it has other rows", async () => {
    const states: Record<string, TaskState> = { one: "processing", two: "saved" };
    const matching = ({ states: wanted = [] }: TaskFilter) => Object.entries(states).filter(([, state]) => wanted.includes(state));
    const journal = {
      count: (filter: TaskFilter) => matching(filter).length,
      list: (filter: TaskFilter) => matching(filter).map(([key, state]) => ({ key, state }) as Task),
    };
    const tree = new TaskTree({ tasks: async () => journal, openTasks: journal } as unknown as Studio);
    const nextChange = () =>
      new Promise<string[]>((resolve) => {
        const listening = tree.onDidChangeTreeData((nodes) => {
          listening.dispose();
          resolve(nodes?.map(nameOf) ?? ["everything"]);
        });
      });
    const afterRefresh = (change?: () => void) => {
      change?.();
      tree.refresh();
      return nextChange();
    };
    /** What VS Code asks for when everything, or a section, is to be listed again. */
    const listAll = async () => {
      for (const section of await tree.getChildren()) await tree.getChildren(section);
    };
    try {
      assert.deepEqual(await afterRefresh(), ["everything"]);
      await listAll();
      assert.deepEqual(await afterRefresh(() => (states.one = "pending")), ["one", "two"]);
      assert.deepEqual(await afterRefresh(() => (states.three = "pending")), ["running", "two"]);
      await listAll();
      assert.deepEqual(await afterRefresh(() => (states.one = "stopped")), ["everything"]);
      await listAll();
      // The elapsed time of running tasks changes each second.
      tree.setVisible(true);
      assert.deepEqual(await nextChange(), ["three", "one", "two"]);
      assert.deepEqual(await nextChange(), ["three"]);
    } finally {
      tree.dispose();
    }
  });

  it("does nothing with the selection if the clicked row is not known any more", () => {
    const done: unknown[] = [];
    const handler = rowCommand((clicked, selected, given) => done.push([clicked, selected, given]));
    const row = { key: "one" };
    for (const values of [[undefined], [undefined, undefined], [undefined, [row]]]) handler(...values);
    assert.deepEqual(done, []);
    // A row, a key without a row, and a caller that passes further arguments.
    for (const values of [[row], [], [undefined, undefined, { confirmed: true }]]) handler(...values);
    assert.equal(done.length, 3);
  });
});
