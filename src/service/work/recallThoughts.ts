import type { DialogueItem, TextRequest } from "../../providers/request.ts";
import { ownItemId } from "../../providers/writtenCallIds.ts";
import type { StoredItem, StoredOutput, StoredTask, StoredThought } from "../store/storedTask.ts";

export interface RecallOptions {
  request: TextRequest;
  account: string;
  /** Name of the provider that will receive the request: the signatures of another one are useless to it. */
  provider: string;
  get(taskId: string): Promise<StoredTask | undefined>;
}

/** How many answers that are not found are looked for: a dialogue of one request can name thousands. */
const mostMissing = 100;

interface Recalled {
  thoughts: readonly StoredThought[];
  items: StoredOutput["items"];
  /** The index of the last call. */
  lastCall: number;
}

/**
 * Adds to the function calls of a dialogue what the provider has signed. Standard clients leave it out, but some providers refuse a call
 * without it. It is read from the stored answer, and added to the call itself, and as thoughts before the answer that contains the call.
 * Thoughts between two calls are added between them.
 */
export async function recallThoughts(options: RecallOptions): Promise<TextRequest> {
  const { request } = options;
  const answers = await findAnswers(options);
  /** By answer: the index of the last call whose thoughts were added. */
  const recalled = new Map<string, number>();
  const dialogue: DialogueItem[] = [];
  /** The position of the current answer in the new dialogue. */
  let start = 0;
  for (const item of request.dialogue) {
    const { suffix = "", index = 0 } = readItemId(item);
    const found = answers.get(suffix);
    if (found && item.type === "function_call") {
      const last = recalled.get(suffix);
      recalled.set(suffix, Math.max(last ?? -1, index));
      dialogue.splice(last === undefined ? start : dialogue.length, 0, ...thoughtsOf(found, last ?? -1, index));
    }
    dialogue.push(found ? signed(item, found.items[index]) : item);
    if (item.type === "function_call_output" || (item.type === "message" && item.role === "user")) start = dialogue.length;
  }
  return { ...request, dialogue };
}

/** The account's answers of this provider that the calls are from, by suffix. The newest are looked for first: the oldest have expired. */
async function findAnswers({ request, account, provider, get }: RecallOptions): Promise<Map<string, Recalled>> {
  const calls = request.dialogue.toReversed().map((item) => readItemId(item).suffix);
  const answers = new Map<string, Recalled>();
  let missing = 0;
  for (const suffix of new Set(calls)) {
    if (suffix === undefined) continue;
    const task = (await get(`resp_${suffix}`)) ?? (await get(`task_${suffix}`));
    if (task?.account === account && task.provider === provider && task.output) {
      const { thoughts = [], items } = task.output;
      answers.set(suffix, { thoughts, items, lastCall: items.findLastIndex(({ type }) => type === "function_call") });
    } else {
      missing += 1;
      if (missing === mostMissing) break;
    }
  }
  return answers;
}

/** The item with what the provider gave it: its own id of a call, of which some providers require a form, and its signature. */
function signed(item: DialogueItem, stored: StoredItem | undefined): DialogueItem {
  const metadata = stored !== undefined && "metadata" in stored ? stored.metadata : undefined;
  if (item.type === "message") return { ...item, metadata };
  if (item.type !== "function_call") return item;
  return { ...item, metadata, providerId: stored?.type === "function_call" ? stored.providerId : undefined };
}

function readItemId(item: DialogueItem): { suffix?: string; index?: number } {
  const id = item.type === "function_call" ? item.callId : item.type === "message" ? item.itemId : undefined;
  const [, suffix, index] = ownItemId.exec(id ?? "") ?? [];
  return suffix === undefined ? {} : { suffix, index: Number(index) };
}

/** The thoughts between the items `last` and `index`; what was signed at the end of the answer comes first. */
function thoughtsOf({ thoughts, lastCall }: Recalled, last: number, index: number): DialogueItem[] {
  return thoughts
    .filter(({ before }) => (before > last && before <= index) || (last < 0 && before > lastCall))
    .map(({ text, metadata }) => ({ type: "thought", text, metadata }));
}
