/** Notices by file events, without a timer, that a process has written to a database. */
import { type FSWatcher, watch } from "node:fs";

/** Milliseconds: commits come in groups, and one check handles a group. */
const groupMilliseconds = 50;

/**
 * Calls `onWritten` after files in the folder have changed. Network disks and exhausted watch limits make it do nothing.
 * @returns a function that ends the watch.
 */
export function watchFolder(folder: string, onWritten: () => void): () => void {
  let grouped: NodeJS.Timeout | undefined;
  const notice = () => {
    grouped ??= setTimeout(() => {
      grouped = undefined;
      onWritten();
    }, groupMilliseconds).unref();
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, notice).on("error", () => {});
  } catch {
    watcher = undefined;
  }
  return () => {
    clearTimeout(grouped);
    watcher?.close();
  };
}
