/** The tool that searches earlier results in the journal's library. */
import path from "node:path";
import * as z from "zod/mini";
import { type Kind, kinds } from "../../contract/kind.ts";
import { writeAmount } from "../../contract/writeAmount.ts";
import { containingFolder } from "../../disclosure/insideFolders.ts";
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { fitText } from "../fitText.ts";
import { isVisible } from "../tasks/agentTasks.ts";
import { fileLinks } from "../tasks/describeTask.ts";
import { type AgentTool, defineTool } from "../tool.ts";

/** Results on one page. */
const mostResults = 10;
/** How many library entries are read at once, and how many texts are searched. */
const pageSize = 200;
const mostTexts = 500;
const mostCharacters = 3600;

const inputSchema = z.strictObject({
  text: z.optional(z.string().check(z.maxLength(500), z.describe("Words of the prompt, each by its beginning."))),
  kind: z.optional(z.enum(kinds)),
  model: z.optional(z.string().check(z.maxLength(200), z.describe("Id of the model."))),
  favourites: z.optional(z.boolean().check(z.describe("Only what the user marked as favourite."))),
  sort: z.optional(z.enum(["newest", "oldest", "cost", "size", "rating"]).check(z.describe("Default: newest."))),
  offset: z.optional(z.int().check(z.gte(0), z.describe("Where to go on, as the page before says."))),
});
type Input = z.infer<typeof inputSchema>;

export function findResultsTool(studio: AgentStudio): AgentTool {
  return defineTool({
    name: "find_results",
    title: "Find results",
    description:
      "Finds files that were generated before in this workspace, by words of their prompts; with kind text, answers. Nothing is billed.",
    input: inputSchema,
    effect: "reads",
    async call(input) {
      const [tasks, folders] = await Promise.all([studio.tasks(), studio.folders.list()]);
      const scope = { folders, unit: studio.options.unit };
      const { found, next } = input.kind === "text" ? findTexts(tasks, scope, input) : findFiles(tasks, scope, input);
      if (found.length === 0) return { content: [{ type: "text", text: "Nothing was found." }] };
      const links = fileLinks(found.flatMap(({ artifact }) => artifact ?? []));
      const more = next === undefined ? [] : [`There may be more: find_results with offset ${next}.`];
      const text = fitText([...found.map(({ line }) => line), ...more].join("\n"), mostCharacters - JSON.stringify(links).length);
      return { content: [...links, { type: "text", text }] };
    },
  });
}

interface Scope {
  /** The agent's folders. */
  folders: readonly string[];
  /** The unit of costs. */
  unit: string;
}

interface Page {
  found: { line: string; artifact?: LibraryEntry["artifact"] }[];
  /** The start of the next page; undefined: there is none. */
  next: number | undefined;
}

/** Only returns files in the agent's folders. */
function findFiles(
  tasks: Tasks,
  { folders, unit }: Scope,
  { text = "", kind, model, favourites = false, sort = "newest", offset = 0 }: Input,
): Page {
  const chosen = { ...(kind === undefined ? {} : { kind: [kind] }), ...(model === undefined ? {} : { model: [model] }) };
  const found: Page["found"] = [];
  for (let at = offset; ; ) {
    const { total, entries } = tasks.library.search({ text, chosen, favourites, sort }, { offset: at, count: pageSize });
    for (const entry of entries) {
      at += 1;
      const { path: file } = entry.artifact;
      const folder = file === undefined ? undefined : containingFolder(folders, file);
      if (folder === undefined) continue;
      found.push({ line: describeEntry(entry, folder, unit), artifact: entry.artifact });
      if (found.length === mostResults) return { found, next: at < total ? at : undefined };
    }
    if (entries.length === 0 || at >= total) return { found, next: undefined };
  }
}

/** Text answers are not files, and are not in the library. */
function findTexts(tasks: Tasks, { folders, unit }: Scope, { text, model, offset = 0 }: Input): Page {
  const kind: Kind = "text";
  const all = tasks
    .list({ states: ["saved"], kinds: [kind], limit: mostTexts, ...(text ? { text } : {}) })
    .filter((task) => isVisible(task, folders) && (model === undefined || task.model === model));
  const end = offset + mostResults;
  return { found: all.slice(offset, end).map((task) => ({ line: describeTask(task, unit) })), next: end < all.length ? end : undefined };
}

function describeEntry(
  { task, kind, model, createdAt, prompt, cost, unit: own, rating, favourite, artifact }: LibraryEntry,
  folder: string,
  unit: string,
): string {
  const file = path.relative(folder, artifact.path ?? folder);
  const marks = [...(favourite ? ["favourite"] : []), ...(rating > 0 ? [`${rating} stars`] : [])];
  const costs = cost === undefined ? [] : [`cost ${writeAmount(cost, own ?? unit)}`];
  return describe([task ?? "", file, writeTime(createdAt), kind, model, ...costs, ...marks], prompt);
}

function describeTask({ key, kind, model, createdAt, prompt, cost }: Task, unit: string): string {
  const costs = cost?.amount ? [`cost ${writeAmount(cost.amount, cost.unit ?? unit)}`] : [];
  return describe([key, writeTime(createdAt), kind, model, ...costs], prompt);
}

function describe(facts: readonly string[], prompt: string): string {
  return `- ${facts.join(" · ")}: ${JSON.stringify(fitText(prompt, 80))}`;
}

function writeTime(moment: number): string {
  return new Date(moment).toISOString().slice(0, 16);
}
