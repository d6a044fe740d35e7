/** The tasks that a chat panel shows. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createMediaTasks } from "../../src/editor/chat/media/mediaTasks.ts";
import type { FormSource } from "../../src/editor/requests/form/formRequest.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import type { Tasks } from "../../src/generations/tasks.ts";

describe("the tasks of a chat panel", () => {
  it("are not followed if the panel is closed before the list of tasks is open", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-media-"));
    const tasks = await openTasks({ folder, client: async () => undefined });
    try {
      const opening = Promise.withResolvers<Tasks>();
      const posted: unknown[] = [];
      const media = createMediaTasks({ tasks: () => opening.promise } as FormSource, {
        addressOf: String,
        pushWhenReady: (push) => posted.push(push),
      });
      const watching = media.watch("lamp");
      media.dispose();
      let listeners = 0;
      const onChange = tasks.onChange.bind(tasks);
      tasks.onChange = (listener) => {
        listeners += 1;
        return onChange(listener);
      };
      opening.resolve(tasks);
      await watching;
      assert.deepEqual([listeners, posted], [0, []]);
    } finally {
      await tasks.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
