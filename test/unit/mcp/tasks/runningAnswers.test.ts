/** Answers that are generated in this process, as MCP tasks. */
import { expect, test } from "vitest";
import { RunningAnswers } from "../../../../src/mcp/tasks/runningAnswers.ts";

const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });

test("an answer is running until it ends, and then has its result", async () => {
  const answers = new RunningAnswers();
  const made = Promise.withResolvers<ReturnType<typeof text>>();
  const answer = answers.get(answers.begin(() => made.promise));
  expect(answer).toMatchObject({ state: "working", endedAt: undefined });
  made.resolve(text("Hello"));
  expect(await answer?.result).toEqual(text("Hello"));
  expect(answer).toMatchObject({ state: "completed", endedAt: expect.any(Number) });
});

test("an answer that fails, or is invalid, is a failed task", async () => {
  const answers = new RunningAnswers();
  const thrown = answers.get(answers.begin(() => Promise.reject(new Error("refused"))));
  await expect(thrown?.result).rejects.toThrow("refused");
  const incomplete = answers.get(answers.begin(async () => ({ ...text("Hel"), isError: true })));
  await incomplete?.result;
  expect([thrown?.state, incomplete?.state]).toEqual(["failed", "failed"]);
});

test("an answer is aborted when it is cancelled, also when the server ends", async () => {
  const answers = new RunningAnswers();
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  const [one, other] = [answers.get(answers.begin(untilAborted)), answers.get(answers.begin(untilAborted))];
  one?.cancel();
  await expect(one?.result).rejects.toThrow("aborted");
  expect([one?.state, other?.state]).toEqual(["cancelled", "working"]);
  answers.close();
  await expect(other?.result).rejects.toThrow("aborted");
  expect(other?.state).toBe("cancelled");
});
