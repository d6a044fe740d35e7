import type { AnswerTable, AskedModel } from "../../../src/generations/journal/answerTable.ts";
import { makeTaskKey } from "../../../src/generations/taskKey.ts";

/** Records a text that the service has answered at a time. */
export async function addCost(
  answers: AnswerTable,
  id: string,
  at: number,
  { amount, unit }: { amount: number; unit?: string },
  of: AskedModel = { baseUrl: "", interface: "v1", kind: "text", model: "" },
): Promise<void> {
  const key = makeTaskKey(at);
  await answers.begin({ ...of, key, estimate: undefined, unit });
  await answers.settle(key, { state: "saved", id, cost: amount });
}
