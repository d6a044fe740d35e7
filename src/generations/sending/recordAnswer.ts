/** Records what is used at once and saved in no file, in the table of tasks. */
import { abortedError } from "../../client/http/pause.ts";
import { describeCutOff } from "../../client/responses/cutOff.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { responseText } from "../../contract/responseText.ts";
import type { Admission, GenerationEnd } from "../generation.ts";
import type { AnswerEnd, AskedModel } from "../journal/answerTable.ts";
import type { ArtifactTarget } from "../task.ts";
import type { Tasks } from "../tasks.ts";
import { toTaskError } from "../toTaskError.ts";
import { readSendError } from "./taskSender.ts";

export interface AnswerRecord {
  /** Both resolve when that is recorded, or cannot be. */
  identify(id: string): Promise<void>;
  settle(end: AnswerEnd): Promise<void>;
}

export interface RecordOptions {
  records(): Promise<Pick<Tasks, "answers" | "costs">>;
  /** JSON, for the process that brings the rest to its place. */
  origin?: object | undefined;
  /** See `TextOptions`. */
  keptIn?: ArtifactTarget | undefined;
  isResumable?: boolean | undefined;
  admission?: Admission | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the reason if an answer that no budget limits is not recorded. Without it, that rejects. */
  onUnrecorded?: ((error: unknown) => void) | undefined;
  /** Called with the reason if something that the service answered could not be recorded. */
  report(error: unknown): void;
}

export const noRecord: AnswerRecord = { identify: async () => undefined, settle: async () => undefined };
export const notSent: AnswerEnd = { state: "failed", id: undefined, cost: undefined };

/** Rejects with ServiceError or DatabaseError if nothing may be sent. */
export async function recordAnswer(key: string, asked: AskedModel, options: RecordOptions): Promise<AnswerRecord> {
  const { records, origin, keptIn, isResumable, admission, signal, report, onUnrecorded } = options;
  try {
    const { answers, costs } = await records();
    const { estimate, isAgents = false, admit } = admission ?? {};
    const answer = { ...asked, key, origin, keptIn, isResumable, estimate, isAgents, unit: costs.unitOf(asked.baseUrl, asked.model) };
    const begin = (check?: () => void) => answers.begin(answer, check, signal);
    await (admit === undefined ? begin() : admit(begin));
    // A window that ends has closed the journal, and leaves the answer to the next one.
    const fail = origin === undefined ? report : () => undefined;
    const record: AnswerRecord = {
      identify: (id) => answers.identify(key, id).catch(fail),
      settle: (end) => answers.settle(key, end).catch(fail),
    };
    if (!signal?.aborted) return record;
    void record.settle(notSent);
  } catch (error) {
    if (!signal?.aborted) {
      if (admission !== undefined) throw readSendError(error);
      if (onUnrecorded === undefined) throw error;
      onUnrecorded(error);
      return noRecord;
    }
  }
  throw abortedError();
}

/** An answer to a request that was accepted may be lost on the way. */
const lostKinds: ReadonlySet<string> = new Set(["connectionLost", "timeout", "badAnswer"]);

/** How an exchange without a result ended. */
function endOfError(error: unknown): AnswerEnd {
  if (!(error instanceof ServiceError)) return notSent;
  const isLost = error.maybeAccepted || lostKinds.has(error.kind);
  return { state: isLost ? "maybeAccepted" : "failed", id: error.taskId, cost: undefined, error: toTaskError(error) };
}

/** `stopped` and `maybeAccepted` may have been billed. */
export function endOfAnswer({ outcome, id, cost, response, error }: Omit<GenerationEnd, "task">): AnswerEnd {
  const arrived = { id, cost, usage: response?.usage ?? undefined };
  switch (outcome) {
    case "completed":
    case "refused":
      return { ...arrived, state: "saved", text: responseText(response) };
    case "incomplete":
      return { ...arrived, state: "saved", text: responseText(response), error: describeCutOff(response?.incomplete_details?.reason) };
    case "aborted":
      return { ...arrived, state: "stopped" };
    case "truncated":
      return { ...arrived, state: "maybeAccepted", error: error && toTaskError(error) };
    case "failed":
      return { ...endOfError(error), ...arrived };
  }
}
