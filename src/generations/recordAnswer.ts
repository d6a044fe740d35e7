/** Records an answer that is useful without its record: if the journal cannot be used, only its rest cannot be fetched after a reload. */
import type { Tasks } from "./tasks.ts";

export interface AnswerRecord {
  /** Never rejects. */
  identify(id: string): Promise<void>;
  /** Never rejects. While a window ends, the journal is closed, so that the answer stays in it. */
  end(): Promise<void>;
}

export interface RecordOptions {
  openTasks(): Promise<{ readonly answers: Pick<Tasks["answers"], "begin" | "end" | "identify"> }>;
  baseUrl: string;
  /** JSON, for the process that fetches the rest. */
  origin: unknown;
  signal: AbortSignal;
  /** Called with the reason if the answer is not recorded. */
  report(error: unknown): void;
}

/** Rejects only with the signal's reason. */
export async function recordAnswer({ openTasks, baseUrl, origin, signal, report }: RecordOptions): Promise<AnswerRecord> {
  try {
    const { answers } = await openTasks();
    const key = await answers.begin(baseUrl, origin, signal);
    const ignore = () => undefined;
    return { identify: (id) => answers.identify(key, id).catch(ignore), end: () => answers.end(key).catch(ignore) };
  } catch (error) {
    signal.throwIfAborted();
    report(error);
    return { identify: async () => undefined, end: async () => undefined };
  }
}
