import type { Service } from "../service.ts";

/** Deletes a task with its files, and stops its work. false: the account has no such task. */
export async function deleteTask({ store, runner }: Pick<Service, "store" | "runner">, id: string, account: string): Promise<boolean> {
  const task = await store.get(id);
  if (task?.account !== account || !(await store.delete(id))) return false;
  runner.cancel(id);
  return true;
}
