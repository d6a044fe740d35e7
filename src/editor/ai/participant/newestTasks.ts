/** What the chat's model learns of tasks: only of those of this workspace, and no prompt that may contain something private. */
import { freeContent } from "../../../disclosure/judge.ts";
import { judgeWords } from "../../../disclosure/judgeWords.ts";
import type { Task } from "../../../generations/task.ts";

/** Of all workspaces, the newest ones are looked through. */
const searched = 1000;
const mostTasks = 30;
const longestPrompt = 300;

type ListedTask = Pick<Task, "kind" | "model" | "state" | "prompt" | "createdAt">;

export interface TaskFacts<Listed> {
  /** Whether its files go into a folder of this workspace. */
  savesHere(task: Listed): boolean;
  /** Relative to the workspace. */
  filesOf(task: Listed): string[];
  costOf(task: Listed): string | undefined;
}

/** Newest first, as values for JSON. */
export function newestTasks<Listed extends ListedTask>(
  tasks: { list(query: { limit: number }): readonly Listed[] },
  { savesHere, filesOf, costOf }: TaskFacts<Listed>,
): object[] {
  const here = tasks.list({ limit: searched }).filter(savesHere);
  return here.slice(0, mostTasks).map((task) => ({
    kind: task.kind,
    model: task.model,
    state: task.state,
    prompt: freeContent(judgeWords(task.prompt))?.slice(0, longestPrompt),
    created: new Date(task.createdAt).toISOString(),
    cost: costOf(task),
    files: filesOf(task),
  }));
}
