/** Runs tests: takes answers from the cache or asks the models for them, and judges each. */
import { ServiceError } from "../client/serviceError.ts";
import type { Assertion } from "../prompt/tests/assertion.ts";
import { fillValue, judgeAnswer, type TestedAnswer, type Verdict } from "../prompt/tests/judgeAnswer.ts";
import type { ExpectedFile } from "../prompt/tests/judgeFile.ts";
import { type Judgement, readVerdict } from "../prompt/tests/rubric.ts";
import { measureExpected } from "./files/measureFile.ts";
import { type Asking, type AskOptions, type FoundAnswer, findAnswer, type Question } from "./findAnswer.ts";
import { isHopeless } from "./isHopeless.ts";
import { matchRegularExpression } from "./matchRegularExpression.ts";
import { questionOf, type Repetition, rubricQuestion, rubricsOf } from "./repetition.ts";

interface UnmetAssertion {
  assertion: Assertion;
  verdict: Verdict;
}

/** A verdict of the model that judges, and what it cost. */
export interface PaidJudgement extends Judgement {
  /** In units of the balance; undefined: the service does not say. */
  cost: number | undefined;
  isCached: boolean;
}

/** What became of a repetition, and what was spent for it, in units of the balance. */
export type RepetitionEnd = Ending & { spent: number };

type Ending =
  | {
      type: "judged";
      answer: TestedAnswer;
      isCached: boolean;
      unmet: readonly UnmetAssertion[];
      judgements: readonly PaidJudgement[];
    }
  /** There is no answer, or no verdict. With the kind `aborted` the request was sent, and may be billed. */
  | { type: "error"; error: ServiceError }
  /** Nothing was sent: the run was stopped, no request would go better, it could cost too much, or the cache has no answer. */
  | { type: "notRun"; because: "stopped" | "hopeless" | "cost" | "notCached" };

export interface RunOptions<One extends Repetition> extends AskOptions {
  /** The file that `similarTo` names; undefined: it cannot be read. */
  readExpected(planned: One["planned"], address: string): Promise<Uint8Array | undefined>;
  /** Requests at once. */
  atOnce: number;
  onStart?: (repetition: One) => void;
  onEnd: (repetition: One, end: RepetitionEnd) => void;
}

/** Each request is sent once at most, whatever becomes of it. Resolves when all repetitions are over. */
export async function runTests<One extends Repetition>(repetitions: readonly One[], options: RunOptions<One>): Promise<void> {
  const { signal, onStart, onEnd } = options;
  const asking: Asking = new Map();
  const known = new Map<One["planned"], Map<string, Promise<ExpectedFile | undefined>>>();
  const expectFile = (planned: One["planned"], address: string): Promise<ExpectedFile | undefined> => {
    const own = known.get(planned) ?? new Map<string, Promise<ExpectedFile | undefined>>();
    known.set(planned, own);
    const reading =
      own.get(address) ?? options.readExpected(planned, address).then((bytes) => bytes && measureExpected(Buffer.from(bytes)));
    own.set(address, reading);
    return reading;
  };
  let isHopelessNow = false;
  const waiting = repetitions.values();
  const work = async () => {
    for (const repetition of waiting) {
      if (signal.aborted || isHopelessNow) {
        onEnd(repetition, { type: "notRun", because: signal.aborted ? "stopped" : "hopeless", spent: 0 });
        continue;
      }
      onStart?.(repetition);
      const end = await runRepetition(repetition, options, asking, (address) => expectFile(repetition.planned, address));
      isHopelessNow ||= end.type === "error" && isHopeless(end.error);
      onEnd(repetition, end);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
}

async function runRepetition(
  repetition: Repetition,
  options: AskOptions,
  asking: Asking,
  expectFile: (address: string) => Promise<ExpectedFile | undefined>,
): Promise<RepetitionEnd> {
  const { planned } = repetition;
  let spent = 0;
  const find = async (question: Question): Promise<FoundAnswer> => {
    const found = await findAnswer(question, options, asking);
    if (found.type === "answer" && !found.isCached) spent += found.answer.cost ?? 0;
    return found;
  };
  try {
    const found = await find(questionOf(repetition));
    if (found.type !== "answer") return { ...found, spent };
    const { answer, isCached } = found;
    const judgements = new Map<Assertion, PaidJudgement>();
    for (const { assertion, judge } of rubricsOf(planned)) {
      const question = rubricQuestion(planned, assertion, judge, answer);
      const judged = question && (await find(question));
      if (judged?.type === "notRun") return { ...judged, spent };
      if (judged === undefined) continue;
      const { text, cost } = judged.answer;
      judgements.set(assertion, { model: judge, text, verdict: readVerdict(text), cost, isCached: judged.isCached });
    }
    const unmet: UnmetAssertion[] = [];
    for (const assertion of planned.test.assertions) {
      const address = assertion.name === "similarTo" ? fillValue(assertion.value, planned.vars) : undefined;
      const expected = typeof address === "string" ? await expectFile(address) : undefined;
      const judgement = judgements.get(assertion);
      const verdict = judgeAnswer(assertion, answer, { vars: planned.vars, matches: matchRegularExpression, judgement, expected });
      if (!verdict.isPassed) unmet.push({ assertion, verdict });
    }
    return { type: "judged", answer, isCached, unmet, judgements: [...judgements.values()], spent };
  } catch (error) {
    if (error instanceof ServiceError) return { type: "error", error, spent };
    throw error;
  }
}
