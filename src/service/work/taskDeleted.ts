/** The reason for aborting a task's work: the task was deleted, so that its result is no longer needed. */
export class TaskDeleted extends Error {
  override readonly name = "TaskDeleted";
}
