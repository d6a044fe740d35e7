/** Describes tasks for an agent, with links to their files and short texts, never the bytes of a file, and for its client's view. */

import path from "node:path";
import { pathToFileURL } from "node:url";
import { describeErrorPlainly } from "../../client/errors/describeError.ts";
import { cutOffCode } from "../../client/errors/ownCodes.ts";
import { thumbnailOfKey, type ViewFile, type ViewTask } from "../../contract/agentView.ts";
import { writeAmount } from "../../contract/writeAmount.ts";
import { containingFolder } from "../../disclosure/insideFolders.ts";
import { type Artifact, isRunning, type Task } from "../../generations/task.ts";
import { fitText } from "../fitText.ts";
import { type ResultPreview, readThumbnail } from "../preview/makePreview.ts";
import type { Content, ToolResult } from "../tool.ts";
import { describeStop, describeTaskError } from "./describeTaskStatus.ts";

/** Limits for the links in one answer and for their characters; further links are only counted. */
const mostLinks = 8;
const mostLinkCharacters = 2000;
/** Characters of an answer's texts and links as JSON, and of the line about the tasks for which there is no room. */
const mostCharacters = 3600;
const mostRestCharacters = 120;

export interface DescribeOptions {
  thumbnails: boolean;
  /** The unit of costs. */
  unit: string;
  /** What the demo generates is not billed. */
  isDemo: (model: string) => boolean;
  /** The agent's folders. */
  folders: readonly string[];
  /** The offset in the text of an answer at which to start, in UTF-16 code units. */
  offset?: number | undefined;
}

/** Limits in the view for the characters of a prompt, and for the files of a task. */
const longestPrompt = 400;
const mostFiles = 8;

/** An undefined task was removed in the meantime. */
export async function describeTasks(tasks: readonly (Task | undefined)[], options: DescribeOptions): Promise<ToolResult> {
  const known = tasks.filter((task) => task !== undefined);
  const artifacts = known.flatMap((task) => task.artifacts);
  const links = fileLinks(artifacts);
  const gone = tasks.length - known.length;
  const lines = [
    ...(gone > 0 ? [`${gone} of the tasks are not in the journal any more.`] : []),
    ...(artifacts.length > links.length ? [`${artifacts.length - links.length} more files are not listed here.`] : []),
  ];
  const room = mostCharacters - JSON.stringify(links).length;
  const texts = describeEach(known, room - JSON.stringify(lines).length, options);
  const isError = known.length === 0 || known.some((task) => !isRunning(task) && (task.state !== "saved" || isCutOff(task)));
  const thumbnails = options.thumbnails ? await readThumbnails(artifacts) : [];
  const text = fitText([...texts, ...lines].join("\n"), room);
  const content: Content[] = [...links, { type: "text", text }];
  return { content: [...content, ...thumbnails], ...(isError ? { isError } : {}), tasks: describeForView(known, options.folders) };
}

/** Describes as many tasks as there is room for, those without a result first, and counts the others. */
function describeEach(tasks: readonly Task[], room: number, { offset = 0, unit, isDemo }: DescribeOptions): string[] {
  const each = Math.max(200, Math.floor(room / Math.max(1, tasks.length)));
  const ordered = tasks.toSorted((one, other) => Number(one.state === "saved") - Number(other.state === "saved"));
  const texts: string[] = [];
  let left = room;
  for (const [index, task] of ordered.entries()) {
    const text = describe(task, each, offset, unit, isDemo(task.model));
    left -= JSON.stringify(text).length;
    const isLast = index === ordered.length - 1;
    if (index > 0 && left < (isLast ? 0 : mostRestCharacters)) return [...texts, countStates(ordered.slice(index))];
    texts.push(text);
  }
  return texts;
}

function countStates(tasks: readonly Task[]): string {
  const states = [...new Set(tasks.map(({ state }) => state))];
  const counts = states.map((state) => `${tasks.filter((task) => task.state === state).length} ${state}`);
  return `${tasks.length} more tasks are not listed here: ${counts.join(", ")}.`;
}

/** Reads one after another, because each may temporarily take a lot of memory. */
async function readThumbnails(artifacts: readonly Artifact[]): Promise<Content[]> {
  const thumbnails: Content[] = [];
  for (const artifact of artifacts.slice(0, mostLinks)) {
    const thumbnail = await readThumbnail(artifact.path, artifact);
    if (thumbnail && artifact.path !== undefined) thumbnails.push(show(artifact.path, thumbnail));
  }
  return thumbnails;
}

/**
 * Returns as many links as an answer has room for. They are for the user: some clients also read the image of a link that is for the model,
 * and send its bytes. The model gets the files' locations in the text.
 */
export function fileLinks(artifacts: readonly Artifact[]): Link[] {
  const links: Link[] = [];
  for (const artifact of artifacts) {
    const link = linkTo(artifact);
    if (link === undefined) continue;
    if (links.length === mostLinks || JSON.stringify([...links, link]).length > mostLinkCharacters) break;
    links.push(link);
  }
  return links;
}

type Link = Extract<Content, { type: "resource_link" }>;

function linkTo({ path: file, mediaType, size }: Artifact): Link | undefined {
  if (file === undefined) return undefined;
  return {
    type: "resource_link",
    uri: pathToFileURL(file).href,
    name: path.basename(file),
    mimeType: mediaType,
    size,
    annotations: { audience: ["user"] },
  };
}

function describe(task: Task, most: number, offset: number, unit: string, isFree: boolean): string {
  const facts = `Task ${task.key}: ${isCutOff(task) ? "cut off" : task.state}, ${task.kind} by ${task.model}${describeCost(task, unit)}.`;
  if (isRunning(task)) return `${facts} It goes on by itself: ask get_task for it later.`;
  switch (task.state) {
    case "saved":
      return describeSaved(task, facts, most, offset);
    case "maybeAccepted":
      return `${facts} ${describeTaskError(task, isFree)}`;
    case "unsaved":
      return `${facts} The result is there, but not saved. ${describeTaskError(task, isFree)}`;
    case "stopped":
      return `${facts} ${describeStop(task, isFree)}`;
    default:
      return `${facts} ${describeTaskError(task, isFree)}`;
  }
}

const isCutOff = ({ error }: Task) => error?.code === cutOffCode;

function describeSaved({ key, text, artifacts, error }: Task, facts: string, most: number, offset: number): string {
  const files = artifacts.map((artifact) => `Saved ${artifact.path ?? artifact.uri} (${artifact.mediaType}, ${artifact.size} bytes).`);
  const missing = error === undefined ? [] : [describeErrorPlainly(error)];
  const head = [facts, ...missing, ...files.slice(0, mostLinks)].join("\n");
  if (text === undefined || text === "") return head;
  const part = fitText(text.slice(offset), Math.max(100, most - head.length - 120));
  const end = offset + part.length;
  const rest = end < text.length ? `\n[${text.length - end} more characters: get_task with task_id ${key} and offset ${end}]` : "";
  return `${head}\n\n${part}${rest}`;
}

function describeCost({ cost, state }: Task, unit: string): string {
  if (typeof cost?.amount === "number") return `, cost ${writeAmount(cost.amount, cost.unit ?? unit)}`;
  return state === "saved" ? ", cost not reported" : "";
}

function show(file: string, { bytes, mediaType }: ResultPreview): Content {
  const data = Buffer.from(bytes).toString("base64");
  return {
    type: "image",
    data,
    mimeType: mediaType,
    annotations: { audience: ["user"] },
    _meta: { [thumbnailOfKey]: pathToFileURL(file).href },
  };
}

function describeForView(tasks: readonly Task[], folders: readonly string[]): ViewTask[] {
  return tasks.map((task) => {
    const { key, kind, model, prompt, cost, artifacts } = task;
    const files = artifacts.slice(0, mostFiles).flatMap((artifact) => describeFile(artifact, folders) ?? []);
    const state = isRunning(task) ? ("running" as const) : task.state === "saved" ? ("saved" as const) : ("failed" as const);
    const known = typeof cost?.amount === "number" ? { cost: cost.amount, ...(cost.unit === undefined ? {} : { unit: cost.unit }) } : {};
    return { id: key, kind, model, prompt: fitText(prompt, longestPrompt), state, ...known, files };
  });
}

/** undefined: the file is not on this machine. */
function describeFile({ path: file, mediaType, size }: Artifact, folders: readonly string[]): ViewFile | undefined {
  if (file === undefined) return undefined;
  const folder = containingFolder(folders, file);
  const shown = folder === undefined ? path.basename(file) : path.relative(folder, file).split(path.sep).join("/");
  return { uri: pathToFileURL(file).href, name: path.basename(file), mediaType, size, path: shown };
}
