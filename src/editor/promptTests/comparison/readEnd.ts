/** Converts the ends of a test's repetitions to what a comparison shows. */
import path from "node:path";
import { describeError } from "../../../client/errors/describeError.ts";
import { demoUnit } from "../../../contract/amountSums.ts";
import type { ComparedAnswer, ComparedCell } from "../../../library/comparison/comparison.ts";
import type { RepetitionEnd } from "../../../promptTests/runTests.ts";
import { settings } from "../../base/settings.ts";
import { describeStopped } from "../../showing/billing.ts";
import type { PlannedLeaf } from "../planDocuments.ts";
import { describeJudgement, describeNotRun, incompleteOf } from "../testMessages.ts";

/** The end of a repetition. */
export type RepetitionResult = { type: "answer"; answer: ComparedAnswer } | { type: "error" | "notRun"; note: string };

export function readEnd({ planned }: PlannedLeaf, end: RepetitionEnd): RepetitionResult {
  switch (end.type) {
    case "judged": {
      const { answer, unmet, judgements } = end;
      const isDemo = settings.baseUrl() === "" && settings.isDemoModel(planned.model);
      const milliseconds = answer.latency ?? answer.took;
      return {
        type: "answer",
        answer: {
          text: answer.text,
          files: answer.files.flatMap(({ path: file }) =>
            file === undefined ? [] : [{ kind: planned.request.kind, name: path.basename(file), address: file }],
          ),
          ...(planned.test.assertions.length === 0 ? {} : { isPassed: unmet.length === 0 }),
          remarks: [...incompleteOf(answer), ...unmet.map(({ verdict }) => verdict.message), ...judgements.map(describeJudgement)],
          ...(answer.cost === undefined ? {} : { cost: answer.cost, ...(isDemo ? { unit: demoUnit } : {}) }),
          ...(milliseconds === undefined ? {} : { milliseconds }),
        },
      };
    }
    case "error":
      if (end.error.kind === "aborted") return { type: "notRun", note: describeStopped(planned.model) };
      return { type: "error", note: describeError(end.error, settings.isFree()).sentence };
    case "notRun":
      return { type: "notRun", note: describeNotRun(end.because) };
  }
}

/** The content of a cell. `total`: number of repetitions; `needed`: how many must pass. */
export function readCell(ended: readonly RepetitionResult[], total: number, needed: number): Omit<ComparedCell, "rating"> {
  const answers = ended.flatMap((one) => (one.type === "answer" ? [one.answer] : []));
  const notes = [...new Set(ended.flatMap((one) => (one.type === "answer" ? [] : [one.note])))];
  return { state: stateOf(ended, answers, total, needed), answers, ...(notes.length === 0 ? {} : { note: notes.join(" ") }) };
}

function stateOf(
  ended: readonly RepetitionResult[],
  answers: readonly ComparedAnswer[],
  total: number,
  needed: number,
): ComparedCell["state"] {
  if (ended.length < total) return "running";
  if (answers.length === 0) return ended.some(({ type }) => type === "error") ? "error" : "notRun";
  if (answers.every(({ isPassed }) => isPassed === undefined)) return "answered";
  return answers.filter(({ isPassed }) => isPassed === true).length >= needed ? "passed" : "failed";
}
