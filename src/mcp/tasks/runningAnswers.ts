/** Answers that no service stores: they are generated in this process, and lost when it ends. */
import { randomUUID } from "node:crypto";
import type { ToolResult } from "../tool.ts";

export interface RunningAnswer {
  readonly begunAt: number;
  /** Unix milliseconds; undefined: it has not ended. */
  endedAt: number | undefined;
  state: "working" | "completed" | "failed" | "cancelled";
  /** Rejects with the error of `make`. */
  readonly result: Promise<ToolResult>;
  cancel(): void;
}

export class RunningAnswers {
  readonly #answers = new Map<string, RunningAnswer>();

  /** Returns its id. */
  begin(make: (signal: AbortSignal) => Promise<ToolResult>): string {
    const controller = new AbortController();
    const id = `answer-${randomUUID()}`;
    const answer: RunningAnswer = {
      begunAt: Date.now(),
      endedAt: undefined,
      state: "working",
      result: make(controller.signal),
      cancel: () => controller.abort(),
    };
    const end = (state: RunningAnswer["state"]) => {
      answer.endedAt = Date.now();
      answer.state = controller.signal.aborted ? "cancelled" : state;
    };
    answer.result.then(
      ({ isError }) => end(isError === true ? "failed" : "completed"),
      () => end("failed"),
    );
    this.#answers.set(id, answer);
    return id;
  }

  get(id: string): RunningAnswer | undefined {
    return this.#answers.get(id);
  }

  /** Aborts the answers in progress without reporting them. */
  close(): void {
    for (const answer of this.#answers.values()) answer.cancel();
  }
}
