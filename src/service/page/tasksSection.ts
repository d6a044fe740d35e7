/** The account's recent tasks, newest first, with their results and a button to delete each. */
import { html } from "hono/html";
import type { Kind } from "../../contract/kind.ts";
import type { StoredStatus, StoredTask } from "../store/storedTask.ts";
import type { TaskPosition } from "../store/taskStore.ts";
import type { Html } from "./document.ts";
import { formatTime } from "./formatValues.ts";
import { taskResult } from "./taskResult.ts";

/** Messages shown above the tasks after an action on them. */
const notices = {
  deleted: "The task and its result were deleted.",
  gone: "There was no such task any more.",
} as const;
export type Notice = keyof typeof notices;

export function isNotice(name: string): name is Notice {
  return Object.hasOwn(notices, name);
}

export interface TasksParts {
  tasks: readonly StoredTask[];
  /** The shown tasks follow this one; undefined: they are the newest. */
  before: TaskPosition | undefined;
  /** Whether there are older ones. */
  hasMore: boolean;
  notice: Notice | undefined;
  formToken: string;
  formatAmount: (amount: number) => string;
  /** Adds the session to an address of the page. */
  address: (path: string) => string;
}

const nameOf = (kind: Kind) => `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
const statusNames: Record<StoredStatus, { name: string; mark: string }> = {
  pending: { name: "Waiting", mark: "" },
  processing: { name: "In progress", mark: "" },
  completed: { name: "Completed", mark: "good" },
  incomplete: { name: "Incomplete", mark: "" },
  failed: { name: "Failed", mark: "bad" },
};

export function tasksSection(parts: TasksParts): Html {
  const { tasks, before, hasMore, notice, address } = parts;
  const last = tasks.at(-1);
  return html`<section class="card tasks" aria-labelledby="tasks">
<h2 id="tasks" tabindex="-1">Recent tasks</h2>
${notice && html`<p class="notice" role="status">${notices[notice]}</p>`}
${tasks.length === 0 && html`<p class="note">${before ? "There are no older tasks." : "There are no tasks yet. What you generate with this key is shown here for 30 days."}</p>`}
<ul>
${tasks.map((task) => html`<li>${taskPart(task, parts)}</li>\n`)}
</ul>
${
  (before || hasMore) &&
  html`<nav aria-label="Pages of tasks">
${before && html`<a class="button" href="${address("/#tasks")}">Newest tasks</a>`}
${hasMore && last && html`<a class="button" href="${address(`/?before=${encodeURIComponent(writePosition(last))}#tasks`)}">Older tasks</a>`}
</nav>`
}
</section>`;
}

function taskPart(task: StoredTask, { before, formToken, formatAmount, address }: TasksParts): Html {
  const status = statusNames[task.status];
  const created = formatTime(task.createdAt);
  return html`<article aria-label="${nameOf(task.kind)} of ${created}">
<header>
<h3>${nameOf(task.kind)} <code>${task.model}</code></h3>
<p class="note"><span class="state ${status.mark}">${status.name}</span> <time datetime="${new Date(task.createdAt).toISOString()}">${created}</time>
${task.finishedAt !== undefined && html`<span>cost ${formatAmount(task.cost)}</span>`}</p>
</header>
${taskResult(task)}
<details class="delete">
<summary>Delete…<span class="hidden"> the ${task.kind} of ${created}</span></summary>
<form method="post" action="${address("/tasks/delete")}">
<p>${isOver(task) ? "Delete this task and its result for good?" : "Stop this task and delete it for good?"}</p>
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="id" value="${task.id}">
${before && html`<input type="hidden" name="before" value="${writePosition(before)}">`}
<button class="danger" type="submit">Delete for good</button>
</form>
</details>
</article>`;
}

function isOver({ status }: StoredTask): boolean {
  return status !== "pending" && status !== "processing";
}

export function writePosition({ createdAt, id }: TaskPosition): string {
  return `${createdAt}.${id}`;
}

/** undefined: the text is not a position. */
export function readTaskPosition(text: string | null | undefined): TaskPosition | undefined {
  const [, createdAt, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text ?? "") ?? [];
  return createdAt === undefined || id === undefined ? undefined : { createdAt: Number(createdAt), id };
}
