/** Why a task's work is aborted: its owner has deleted it, and nobody will ask for the result. */
export class TaskDeleted extends Error {
  override readonly name = "TaskDeleted";
}
