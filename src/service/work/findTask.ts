import { unknownTask } from "../apiError.ts";
import { type Endpoint, isKept, type StoredTask } from "../store/storedTask.ts";
import type { TaskStore } from "../store/taskStore.ts";
import type { TaskRunner } from "./taskRunner.ts";

interface TaskFinder {
  store: Pick<TaskStore, "get" | "delete">;
  runner: Pick<TaskRunner, "resume" | "cancel">;
}

/**
 * Finds a task of the caller by id and endpoint, and resumes it if no service works on it. Rejects with `not_found` for an unknown, deleted
 * or expired task, for one that is not kept, and for one of another account or endpoint.
 */
export async function findTask(service: TaskFinder, id: string, account: string, endpoint: Endpoint): Promise<StoredTask> {
  const task = await service.store.get(id);
  if (!task || task.account !== account || task.endpoint !== endpoint || !isKept(task)) throw unknownTask();
  if (task.status === "pending" || task.status === "processing") await service.runner.resume(id);
  return task;
}

/** Deletes a task with its files, and stops its work. false: the account has no such task. */
export async function deleteTask({ store, runner }: TaskFinder, id: string, account: string): Promise<boolean> {
  const task = await store.get(id);
  if (task?.account !== account || !(await store.delete(id))) return false;
  runner.cancel(id);
  return true;
}
