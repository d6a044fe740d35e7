import type { DialogueItem, TextRequest } from "../../providers/request.ts";
import type { StoredOutput, StoredTask } from "../store/storedTask.ts";

/** An id of a call: the suffix of its task's id, and the index of its item. See `CallWriter`. */
const ownCallId = /^call_([0-9a-f]{32})_(\d{1,5})$/;

export interface RecallOptions {
  request: TextRequest;
  account: string;
  /** Name of the provider that will receive the request: the signatures of another one are useless to it. */
  provider: string;
  get(taskId: string): Promise<StoredTask | undefined>;
}

/**
 * Adds to the function calls of a dialogue what the provider has signed. Standard clients leave it out, but some providers refuse a call
 * without it. It is read from the stored answer, and added to the call itself, and as thoughts before the answer that contains the call.
 * Thoughts between two calls are added between them.
 */
export async function recallThoughts({ request, account, provider, get }: RecallOptions): Promise<TextRequest> {
  const answered = async (callId: string) => {
    const [, suffix, index] = ownCallId.exec(callId) ?? [];
    const task = suffix === undefined ? undefined : ((await get(`resp_${suffix}`)) ?? (await get(`task_${suffix}`)));
    if (task?.account !== account || task.provider !== provider || !task.output) return undefined;
    return { id: task.id, output: task.output, index: Number(index) };
  };
  /** By answer: the index of the last call whose thoughts were added. */
  const recalled = new Map<string, number>();
  const dialogue: DialogueItem[] = [];
  /** The position of the current answer in the new dialogue. */
  let start = 0;
  for (const item of request.dialogue) {
    const found = item.type === "function_call" ? await answered(item.callId) : undefined;
    if (found) {
      const last = recalled.get(found.id);
      recalled.set(found.id, Math.max(last ?? -1, found.index));
      dialogue.splice(last === undefined ? start : dialogue.length, 0, ...thoughtsOf(found.output, last ?? -1, found.index));
    }
    dialogue.push(found && item.type === "function_call" ? { ...item, metadata: metadataOf(found.output, found.index) } : item);
    if (item.type === "function_call_output" || (item.type === "message" && item.role === "user")) start = dialogue.length;
  }
  return { ...request, dialogue };
}

/** The thoughts between the items `last` and `index`. */
function thoughtsOf({ thoughts = [] }: StoredOutput, last: number, index: number): DialogueItem[] {
  return thoughts
    .filter(({ before }) => before > last && before <= index)
    .map(({ text, metadata }) => ({ type: "thought", text, metadata }));
}

function metadataOf({ items }: StoredOutput, index: number) {
  const item = items[index];
  return item?.type === "function_call" ? item.metadata : undefined;
}
