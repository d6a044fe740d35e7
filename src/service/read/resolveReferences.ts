/** Replaces what a request refers to: the answer that it continues, and items of earlier answers, which standard clients send instead of the items. */

import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import type { DialogueItem } from "../../providers/request.ts";
import { describeItem, idOfItem, type ResponseItem } from "../answers/outputItems.ts";
import { invalidRequest } from "../apiError.ts";
import { isKept, type StoredTask } from "../store/storedTask.ts";
import type { TaskStore } from "../store/taskStore.ts";
import type { ReadInput, ResolvedInput } from "./readInput.ts";

/** The suffix of the task's id, and the index of the item. See `idOfItem`. */
const ownItemId = /^[a-z]{2,3}_([0-9a-f]{32})_(\d{1,5})$/;

/** How many answers of one request are looked for. */
const mostAnswers = 1000;

interface Stored {
  store: Pick<TaskStore, "get" | "input" | "read">;
}

/** Throws `invalid_request` for an answer or an item that is not stored, or not the account's. */
export async function resolveInput(service: Stored, account: string, input: unknown, previous: string | undefined): Promise<ResolvedInput> {
  if (previous === undefined) return { input: await resolveReferences(service, account, input) };
  const { earlier, output } = await readPrevious(service, account, previous);
  const isText = typeof input === "string" && input.trim() !== "";
  const added = isText ? [{ role: "user", content: input }] : await resolveReferences(service, account, input);
  // Another value is refused as without an earlier answer.
  return { input: Array.isArray(added) && added.length > 0 ? [...output, ...added] : added, earlier };
}

async function readPrevious(service: Stored, account: string, id: string): Promise<{ earlier: ReadInput; output: ResponseItem[] }> {
  const refuse = (why: string) => invalidRequest("previous_response_id", `previous_response_id ${why}: send the dialogue in input.`);
  const task = await service.store.get(id);
  if (!task || task.account !== account || task.endpoint !== "responses" || !isKept(task))
    throw refuse("names no answer that is stored here");
  if (task.status === "failed") throw refuse("names an answer that failed");
  if (task.finishedAt === undefined) throw refuse("names an answer that is not finished");
  const asked = await service.store.input(id);
  if (!asked) throw refuse("names an answer whose input is not stored");
  const output: ResponseItem[] = [];
  for (const [index, item] of (task.output?.items ?? []).entries()) {
    // Of a call that broke off, nobody can send the output.
    if (item.type !== "function_call" || !item.isIncomplete) output.push(await readItem(service, task, index, idOfItem(id, item, index)));
  }
  return { earlier: { dialogue: asked.dialogue.flatMap(withoutSignature), system: asked.system ?? [] }, output };
}

/** What a provider has signed is found again for the provider that receives the request. See `recallThoughts`. */
function withoutSignature(item: DialogueItem): DialogueItem[] {
  if (item.type === "thought") return [];
  return "metadata" in item ? [{ ...item, metadata: undefined }] : [item];
}

async function resolveReferences({ store }: Stored, account: string, input: unknown): Promise<unknown> {
  if (!Array.isArray(input) || !input.some(isReference)) return input;
  const answers = new Map<string, StoredTask | undefined>();

  async function resolve(id: unknown, location: string): Promise<ResponseItem> {
    const [, suffix = "", position] = ownItemId.exec(String(id)) ?? [];
    if (!answers.has(suffix) && answers.size < mostAnswers) answers.set(suffix, await store.get(`resp_${suffix}`));
    const task = answers.get(suffix);
    if (task?.account !== account || !isKept(task) || !task.output?.items[Number(position)])
      throw invalidRequest("input", `${location} refers to an item that is not stored here: send the item itself.`);
    return readItem({ store }, task, Number(position), String(id));
  }

  const items: unknown[] = [];
  for (const [index, item] of input.entries()) items.push(isReference(item) ? await resolve(item.id, `input[${index}]`) : item);
  return items;
}

async function readItem({ store }: Stored, { output, files }: StoredTask, index: number, id: string): Promise<ResponseItem> {
  const item = output?.items[index];
  if (!item) throw new TypeError(`There is no item ${index}.`);
  if (item.type !== "image") return describeItem(item, id, {});
  const file = files[item.file];
  const slices: Uint8Array[] = [];
  if (file) for await (const slice of store.read(file, 0, file.size)) slices.push(slice);
  return describeItem(item, id, { image: Buffer.concat(slices).toString("base64") });
}

/** In the Responses format, the type of a reference may be left out. */
function isReference(item: unknown): item is JsonObject {
  if (!isJsonObject(item)) return false;
  if (item.type === "item_reference") return true;
  return (item.type ?? undefined) === undefined && typeof item.id === "string" && item.role === undefined && item.content === undefined;
}
