/** Replaces references to items of earlier answers, which standard clients send instead of the items themselves. */
import { describeItem, type OutputItem } from "../answers/outputItems.ts";
import { invalidRequest } from "../apiError.ts";
import type { Service } from "../service.ts";
import type { StoredTask } from "../store/storedTask.ts";
import { isJsonObject, type JsonObject } from "./fields.ts";

/** The suffix of the task's id, and the index of the item. See `idOfItem`. */
const ownItemId = /^[a-z]{2,3}_([0-9a-f]{32})_(\d{1,5})$/;

/** How many answers of one request are looked for. */
const mostAnswers = 1000;

/** The items of `input` with the items that are referred to. Throws `invalid_request` for one that is not stored or not the account's. */
export async function resolveReferences({ store }: Pick<Service, "store">, account: string, input: unknown): Promise<unknown> {
  if (!Array.isArray(input) || !input.some(isReference)) return input;
  const answers = new Map<string, StoredTask | undefined>();

  async function resolve(id: unknown, location: string): Promise<OutputItem> {
    const [, suffix = "", position] = ownItemId.exec(String(id)) ?? [];
    if (!answers.has(suffix) && answers.size < mostAnswers) answers.set(suffix, await store.get(`resp_${suffix}`));
    const task = answers.get(suffix);
    const item = task?.account === account ? task.output?.items[Number(position)] : undefined;
    if (task === undefined || item === undefined)
      throw invalidRequest("input", `${location} refers to an item that is not stored here: send the item itself.`);
    return describeItem(item, String(id), item.type === "image" ? { image: await readImage(task, item.file) } : {});
  }

  async function readImage({ files }: StoredTask, index: number): Promise<string> {
    const file = files[index];
    const slices: Uint8Array[] = [];
    if (file) for await (const slice of store.read(file, 0, file.size)) slices.push(slice);
    return Buffer.concat(slices).toString("base64");
  }

  const items: unknown[] = [];
  for (const [index, item] of input.entries()) items.push(isReference(item) ? await resolve(item.id, `input[${index}]`) : item);
  return items;
}

/** In the Responses format, the type of a reference may be left out. */
function isReference(item: unknown): item is JsonObject {
  if (!isJsonObject(item)) return false;
  if (item.type === "item_reference") return true;
  return (item.type ?? undefined) === undefined && typeof item.id === "string" && item.role === undefined && item.content === undefined;
}
