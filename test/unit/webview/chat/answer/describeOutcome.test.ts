/** The texts that the panel shows and announces beside answers in every state. */
import { describe, expect, test } from "vitest";
import { answerStates, isRunning } from "../../../../../src/chat/conversation/turn.ts";
import { canTryAgain, describeOutcome } from "../../../../../src/webview/chat/answer/describeOutcome.ts";
import { describeStatus } from "../../../../../src/webview/chat/describeStatus.ts";
import { answer, prompt } from "../../../chat/turns.ts";

const outcome = (more: Parameters<typeof answer>[2]) => describeOutcome(answer("a", "p", more));

describe("how an answer ended", () => {
  test("is described for every end except a normal one, and never while it runs", () => {
    const reported = answerStates.filter((state) => outcome({ state }) !== undefined);
    expect(reported).toEqual(answerStates.filter((state) => !isRunning(state) && state !== "completed"));
  });

  test("a completed answer without text is described as empty", () => {
    expect(outcome({ state: "completed", parts: [] })?.title).toBe("The answer is empty.");
  });

  test("received text is mentioned only if there is some", () => {
    expect(outcome({ state: "stopped" })?.text).toBe("The answer is shown as far as it arrived.");
    expect(outcome({ state: "aborted", parts: [] })?.text).toBe("");
  });

  test("a refusal with its own text is not described again", () => {
    expect(outcome({ state: "refused", parts: [{ kind: "refusal", key: "0", text: "No." }] })).toBeUndefined();
    expect(outcome({ state: "refused" })?.title).toBe("The model refused.");
  });

  test.for([
    ["max_output_tokens", "It reached the maximum length of the model's answers."],
    ["cancelled", "Nothing more is there, because the service stopped generating when the answer was stopped or the connection ended."],
    [
      "prompt_truncated",
      "The model has not read all of the request, which is longer than its context. Send less, or give the model a larger context.",
    ],
    ["a_reason_of_tomorrow", "The service ended it early."],
    ["constructor", "The service ended it early."],
    ["", ""],
  ] as const)("the reason %s of an incomplete answer is described as %s", ([incompleteReason, text]) => {
    expect(outcome({ state: "incomplete", incompleteReason })?.text).toBe(text);
  });

  test("an error without a reason has the panel's text", () => {
    expect(outcome({ state: "failed" })?.text).toBe("The service gave no reason.");
    expect(outcome({ state: "failed", error: { kind: "x", message: "No credits." } })?.text).toBe("No credits.");
    expect(outcome({ state: "truncated", error: { kind: "x", message: "The line was cut." } })?.text).toBe("The line was cut.");
  });

  test("the same prompt is offered again only if another attempt may help", () => {
    expect(answerStates.filter((state) => canTryAgain(answer("a", "p", { state })))).toEqual(
      expect.arrayContaining(["stopped", "aborted", "truncated", "failed"]),
    );
    for (const [incompleteReason, mayHelp] of [
      ["cancelled", true],
      ["a_reason_of_tomorrow", true],
      ["max_output_tokens", false],
      ["content_filter", false],
      ["prompt_truncated", false],
    ] as const)
      expect(canTryAgain(answer("a", "p", { state: "incomplete", incompleteReason }))).toBe(mayHelp);
    for (const state of ["completed", "refused", "waiting", "streaming"] as const)
      expect(canTryAgain(answer("a", "p", { state }))).toBe(false);
  });
});

describe("the status region", () => {
  test("announces that an answer begins and how it ended, but not its text", () => {
    expect(describeStatus({ type: "turnAdded", turn: answer("a", "p", { state: "waiting" }) })).toEqual({
      text: "Replying",
      isRunning: true,
    });
    expect(describeStatus({ type: "turnAdded", turn: prompt("p") })).toBeUndefined();
    expect(describeStatus({ type: "textAppended", turnId: "a", key: "0", text: "secret" })).toBeUndefined();
    const said = answerStates.map((state) => describeStatus({ type: "answerSettled", turnId: "a", state })?.text);
    expect(said.filter((text) => text === undefined)).toHaveLength(answerStates.filter(isRunning).length);
  });
});
