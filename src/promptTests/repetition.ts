/** One request of a case with one model, and the questions about its answer that models are asked. */
import { readFile } from "node:fs/promises";
import { ownSentences } from "../client/errors/ownSentences.ts";
import { ServiceError } from "../client/serviceError.ts";
import { anyAudio, findFormat } from "../contract/fileFormats.ts";
import { inEnglish } from "../contract/translate.ts";
import type { Assertion } from "../prompt/assertions/assertion.ts";
import { findAssertion } from "../prompt/assertions/assertions.ts";
import { buildRubricRequest } from "../prompt/assertions/rubric.ts";
import type { TestedAnswer, TestedFile } from "../prompt/assertions/testedAnswer.ts";
import { buildTranscriptRequest } from "../prompt/assertions/transcript.ts";
import { fillValue } from "../prompt/testing/fillValue.ts";
import type { TestCase } from "../prompt/testing/readTests.ts";
import { isSeen, readImages } from "./files/readImages.ts";
import type { Question } from "./findAnswer.ts";
import type { PlannedTest } from "./planTests.ts";

export interface Repetition<Planned extends PlannedTest = PlannedTest> {
  planned: Planned;
  /** From 0. */
  index: number;
}

/** All repetitions, grouped by test. */
export function repetitionsOf<Planned extends PlannedTest>(planned: readonly Planned[]): Repetition<Planned>[] {
  return planned.flatMap((one) => Array.from({ length: one.test.repeat }, (_, index) => ({ planned: one, index })));
}

export function questionOf({ planned, index }: Repetition): Question {
  const takesCached = !planned.test.assertions.some(({ name }) => needsNewAnswer(name));
  return { request: planned.request, model: planned.model, repetition: index, takesCached };
}

function needsNewAnswer(name: string): boolean {
  const type = findAssertion(name);
  return type?.about === "answer" && type.needsNewAnswer === true;
}

/** An assertion that is judged by asking a model. */
export interface JudgedAssertion {
  assertion: Assertion;
  model: string;
}

export function judgedAssertionsOf({ test }: PlannedTest): JudgedAssertion[] {
  return test.assertions.flatMap((assertion) => {
    const model = judgeOf(test, assertion);
    return model === undefined ? [] : [{ assertion, model }];
  });
}

/** The model to ask for an assertion; undefined: none is needed, or none is given. */
export function judgeOf(models: Pick<TestCase, "judge" | "transcriber">, { name }: Pick<Assertion, "name">): string | undefined {
  const asked = findAssertion(name)?.asks;
  return asked && models[asked];
}

/** Whether the assertion's value is a file. */
export function comparesFiles({ name }: Pick<Assertion, "name">): boolean {
  const type = findAssertion(name);
  return type !== undefined && type.about !== "answer" && type.comparesWith !== undefined;
}

/** A question for a model about an answer, or about one of its files. */
export interface QuestionAbout {
  question: Question;
  file: TestedFile | undefined;
}

/** Empty: there is nothing to ask about. The same answer is judged once, and the same file transcribed once, however often it occurs. */
export function questionsAbout(
  planned: PlannedTest,
  { assertion, model }: JudgedAssertion,
  { text, files }: TestedAnswer,
): QuestionAbout[] {
  const { request } = planned;
  const common = { model, repetition: 0, takesCached: true };
  if (findAssertion(assertion.name)?.asks === "transcriber") {
    if (request.kind !== "audio") return [];
    return files.flatMap((file) => {
      const { sha256, path } = file;
      if (sha256 === undefined || path === undefined) return [];
      const write = (data: string) => buildTranscriptRequest(request.interface, model, data);
      // The request contains the file's hash until it is sent, when the file is read.
      return [{ question: { ...common, request: write(`sha256:${sha256}`), complete: async () => write(await readDataUri(path)) }, file }];
    });
  }
  const question = askJudge(planned, { assertion, model }, { text, files });
  return question === undefined ? [] : [{ question: { ...common, ...question }, file: undefined }];
}

/** undefined: there is nothing to judge. */
function askJudge(
  { request, vars, supplied }: PlannedTest,
  { assertion, model }: JudgedAssertion,
  { text, files }: Pick<TestedAnswer, "text" | "files">,
): Pick<Question, "request" | "complete"> | undefined {
  // Without its hash, a file of an older version's answer would share verdicts with others.
  const seen = files.filter((file) => isSeen(file) && file.sha256 !== undefined);
  if (text.trim() === "" && seen.length === 0) return undefined;
  const rubric = fillValue(assertion.value, vars, supplied);
  const written = typeof rubric === "string" ? rubric : JSON.stringify(rubric);
  const write = (images: readonly string[]) => buildRubricRequest(request.interface, model, written, { text, images });
  if (seen.length === 0) return { request: write([]) };
  return {
    // As for sounds.
    request: write(seen.map(({ sha256 = "" }) => `sha256:${sha256}`)),
    complete: async (signal) => {
      const images = await readImages(seen, signal);
      return "fault" in images ? images : write(images.uris);
    },
  };
}

/** Throws ServiceError if the file cannot be read. */
async function readDataUri(path: string): Promise<string> {
  const bytes = await readFile(path).catch((): never => {
    throw new ServiceError({ kind: "unknown", message: inEnglish(ownSentences.unheardFile, path) });
  });
  return `data:${findFormat(bytes, anyAudio)?.mediaType ?? "audio/wav"};base64,${bytes.toString("base64")}`;
}
