/** Runs tests: reads answers from the cache or requests them from the models, and judges each. */
import { ServiceError } from "../client/serviceError.ts";
import type { Assertion } from "../prompt/assertions/assertion.ts";
import { type RubricJudgement, readVerdict } from "../prompt/assertions/rubric.ts";
import type { ExpectedFile, TestedAnswer, TestedFile } from "../prompt/assertions/testedAnswer.ts";
import { type HeardWords, readTranscript } from "../prompt/assertions/transcript.ts";
import { fillValue } from "../prompt/testing/fillValue.ts";
import { judgeAnswer, type Verdict } from "../prompt/testing/judgeAnswer.ts";
import { measureExpected } from "./files/measureFile.ts";
import { type Asking, type AskOptions, type FoundAnswer, findAnswer, type Question } from "./findAnswer.ts";
import { isHopeless } from "./isHopeless.ts";
import { matchRegularExpression } from "./matchRegularExpression.ts";
import { comparesFiles, judgedAssertionsOf, questionOf, questionsAbout, type Repetition } from "./repetition.ts";

interface UnmetAssertion {
  assertion: Assertion;
  verdict: Verdict;
}

interface Paid {
  /** In units of the balance; undefined: not reported by the service. */
  cost: number | undefined;
  isCached: boolean;
}

/** A model's statement about an answer, and its cost. */
export type PaidJudgement = (RubricJudgement | HeardWords) & Paid;

/** The result of a repetition, and its cost in units of the balance. */
export type RepetitionEnd = Ending & { spent: number };

type Ending =
  | {
      type: "judged";
      answer: TestedAnswer;
      isCached: boolean;
      unmet: readonly UnmetAssertion[];
      judgements: readonly PaidJudgement[];
    }
  /** There is no answer, or no verdict. If the kind is `aborted`, the request was sent and may be billed. */
  | { type: "error"; error: ServiceError }
  /** Nothing was sent: the run was stopped, all other requests would fail, the cost limit might be exceeded, or the cache has no answer. */
  | { type: "notRun"; because: "stopped" | "hopeless" | "cost" | "notCached" };

export interface RunOptions<One extends Repetition> extends AskOptions {
  /** Reads the file with which an assertion compares; undefined: it cannot be read. */
  readExpected(planned: One["planned"], address: string): Promise<Uint8Array | undefined>;
  /** How many requests are sent at the same time. */
  atOnce: number;
  onStart?: (repetition: One) => void;
  onEnd: (repetition: One, end: RepetitionEnd) => void;
}

/** Each request is sent at most once, whatever its result. Resolves when all repetitions have ended. */
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
    if (found.type === "notRun") return { ...found, spent };
    if (found.type === "unasked") throw new ServiceError({ kind: "unknown", message: found.fault });
    const { answer, isCached } = found;
    const judgements: PaidJudgement[] = [];
    const verdicts = new Map<Assertion, RubricJudgement>();
    const transcripts = new Map<TestedFile, HeardWords>();
    for (const { assertion, model } of judgedAssertionsOf(planned)) {
      for (const { question, file } of questionsAbout(planned, { assertion, model }, answer)) {
        if (file !== undefined && transcripts.has(file)) continue;
        const judged = await find(question);
        if (judged.type === "notRun") return { ...judged, spent };
        if (judged.type === "unasked") {
          verdicts.set(assertion, { type: "rubric", model, text: "", verdict: undefined, fault: judged.fault });
          continue;
        }
        const { text, cost } = judged.answer;
        const paid = { cost, isCached: judged.isCached };
        if (file === undefined) {
          const verdict: RubricJudgement = { type: "rubric", model, text, verdict: readVerdict(text) };
          verdicts.set(assertion, verdict);
          judgements.push({ ...verdict, ...paid });
        } else {
          const transcript: HeardWords = { type: "transcript", model, text, words: readTranscript(text) };
          transcripts.set(file, transcript);
          judgements.push({ ...transcript, ...paid });
        }
      }
    }
    const unmet: UnmetAssertion[] = [];
    const { vars, supplied } = planned;
    for (const assertion of planned.test.assertions) {
      const address = comparesFiles(assertion) ? fillValue(assertion.value, vars, supplied) : undefined;
      const expected = typeof address === "string" ? await expectFile(address) : undefined;
      const judgement = verdicts.get(assertion);
      const known = { vars, supplied, matches: matchRegularExpression, judgement, expected, transcripts };
      const verdict = judgeAnswer(assertion, answer, known);
      if (!verdict.isPassed) unmet.push({ assertion, verdict });
    }
    return { type: "judged", answer, isCached, unmet, judgements, spent };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === "aborted" && !error.maybeAccepted) return { type: "notRun", because: "stopped", spent };
    return { type: "error", error, spent };
  }
}
