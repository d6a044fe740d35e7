/** Keeps a marker file while tasks are running or answers are written into files, so that a window without tasks opens no database when it starts. */
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { runningStates } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";

/** Not `running`: that is the folder of the locks beside a database in `folder`. */
function markerPath(folder: string): string {
  return path.join(folder, "running-tasks");
}

/** Whether any window has left running tasks, or answers of which the rest is missing. Takes a single file system call. */
export function hasRunningMarker(folder: string): boolean {
  return existsSync(markerPath(folder));
}

/** Keeps the marker in sync with the tasks. Returns a function that stops this. */
export function keepRunningMarker(folder: string, tasks: Tasks, warn: (message: string) => void): () => void {
  let marked: boolean | undefined;
  let last = Promise.resolve();
  const update = () => {
    const running = tasks.count({ states: runningStates }) > 0 || !tasks.answers.isEmpty;
    if (running === marked) return;
    marked = running;
    last = last
      .then(async () => {
        if (!running) return rm(markerPath(folder), { force: true });
        await mkdir(folder, { recursive: true });
        await writeFile(markerPath(folder), "");
      })
      .catch((error: unknown) => warn(`the marker of running tasks: ${String(error)}`));
  };
  update();
  return tasks.onChange(update);
}
