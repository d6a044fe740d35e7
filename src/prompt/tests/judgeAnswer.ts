/** Judges an answer by one assertion, with the same meaning as in promptfoo. Never throws. */
import { Validator } from "@cfworker/json-schema";
import { distance as levenshtein } from "fastest-levenshtein";
import type { SuppliedValues, VariableSet } from "../variableSets.ts";
import type { Assertion, FilledAssertion, PlainValue } from "./assertion.ts";
import { fillValue } from "./fillValue.ts";
import {
  type ComparedFiles,
  type Difference,
  type Finding,
  invalidLimits,
  isMap,
  type Limits,
  readLimits,
  unknownFinding,
  write,
} from "./finding.ts";
import { findJson } from "./findJson.ts";
import { type ExpectedFile, judgeFile, type TestedFile } from "./judgeFile.ts";
import { describeVerdict, type RubricJudgement } from "./rubric.ts";
import { assertionsOfTexts, fileAssertions } from "./testFields.ts";
import type { Transcript } from "./transcript.ts";

/** A model's answer, in the form that assertions need. */
export interface TestedAnswer {
  text: string;
  isRefused: boolean;
  /** In units of the balance; undefined: not reported by the service. */
  cost: number | undefined;
  /** Milliseconds; undefined: the answer comes from the cache. */
  latency: number | undefined;
  /** Milliseconds that the model took to generate the answer, even if it comes from the cache: for display. */
  took?: number | undefined;
  /** Tokens of the output; undefined: not reported by the service. */
  tokens: number | undefined;
  /** Addresses. */
  citations: readonly string[];
  files: readonly TestedFile[];
}

export interface Verdict {
  isPassed: boolean;
  /** The expected and the actual value; empty if it passed. */
  message: string;
  /** Both values in full, for a comparison; undefined: it passed, or cannot be judged. */
  difference: Difference | undefined;
  /** Files to compare side by side, if it did not pass. */
  compared?: ComparedFiles;
}

export interface JudgeOptions {
  /** Values for the variables in the assertion's texts. */
  vars: VariableSet;
  /** Values for its built-in variables. */
  supplied?: SuppliedValues;
  /** Whether a regular expression from a document matches; undefined: it is invalid, or took too long. */
  matches(pattern: string, text: string): boolean | undefined;
  /** A model's judgement of the answer, for `llm-rubric`; undefined: no model was asked. */
  judgement?: RubricJudgement | undefined;
  /** For `similarTo`; undefined: the file cannot be read. */
  expected?: ExpectedFile | undefined;
  /** For `transcript`: a model's transcript of each file. */
  transcripts?: ReadonlyMap<TestedFile, Transcript> | undefined;
}

export function judgeAnswer(assertion: Assertion, answer: TestedAnswer, options: JudgeOptions): Verdict {
  const fill = (value: PlainValue) => fillValue(value, options.vars, options.supplied);
  const threshold = typeof assertion.threshold === "string" ? readNumbers(fill(assertion.threshold)) : assertion.threshold;
  const written = fill(assertion.value);
  const value = assertionsOfTexts.has(assertion.name) || formsOfJson.has(assertion.name) ? written : readNumbers(written);
  const filled = { ...assertion, value, threshold: typeof threshold === "number" ? threshold : undefined };
  if (filled.threshold !== threshold) return conclude(filled, unknownFinding(`The threshold ${write(threshold ?? null)} is not a number.`));
  if (!fileAssertions.has(assertion.name)) return conclude(filled, judge(filled, answer, options));
  // An assertion about files must hold for each of them.
  const verdicts = answer.files.map((file) => {
    const finding = judgeFile(filled, file, { expected: options.expected, transcript: options.transcripts?.get(file) });
    return conclude(filled, finding ?? unknownAssertion(filled));
  });
  return verdicts.find(({ isPassed }) => !isPassed) ?? verdicts[0] ?? conclude(filled, unknownFinding("The answer has no file."));
}

function conclude({ name, value, isNegated }: FilledAssertion, { isPassed: holds, message, difference, compared }: Finding): Verdict {
  const isPassed = difference !== undefined && holds !== isNegated;
  if (isPassed) return { isPassed, message: "", difference: undefined };
  const files = compared === undefined ? {} : { compared };
  if (!isNegated || difference === undefined) return { isPassed, message, difference, ...files };
  const expected = `the opposite of: ${name} ${write(value)}`;
  return {
    isPassed,
    message: `Expected ${expected}. Got: ${shorten(difference.actual)}`,
    difference: { ...difference, expected },
    ...files,
  };
}

function judge(assertion: FilledAssertion, answer: TestedAnswer, options: JudgeOptions): Finding {
  const { name, value, threshold } = assertion;
  const { text } = answer;
  /** `whole`: the expected answer, if known. */
  const expected = (isPassed: boolean, what: string, whole = what): Finding => ({
    isPassed,
    message: `Expected ${what}. Got: ${shorten(text)}`,
    difference: { expected: whole, actual: text },
  });
  switch (name) {
    case "equals":
      return typeof value === "object" && value !== null
        ? expected(isSame(parse(text), value), `JSON equal to ${write(value)}`, JSON.stringify(value, undefined, 2))
        : expected(text === String(value), `exactly ${write(value)}`, String(value));
    case "contains":
    case "icontains":
      if (toText(value) === "") return unknownFinding("Every answer contains the empty text.");
      return name === "contains"
        ? expected(text.includes(toText(value)), `a text that contains ${write(value)}`)
        : expected(text.toLowerCase().includes(toText(value).toLowerCase()), `a text that contains ${write(value)} in any case`);
    case "contains-all": {
      const missing = toTexts(value).filter((one) => !text.includes(one));
      return expected(missing.length === 0, `a text that contains ${missing.map(write).join(", ")}`);
    }
    case "contains-any":
      return expected(
        toTexts(value).some((one) => text.includes(one)),
        `a text that contains one of ${write(value)}`,
      );
    case "starts-with":
      return expected(text.startsWith(toText(value)), `a text that begins with ${write(value)}`);
    case "regex": {
      const isMatch = options.matches(toText(value), text);
      if (isMatch === undefined) return unknownFinding(`The regular expression ${write(value)} is not valid, or takes too long.`);
      return expected(isMatch, `a text that matches ${write(value)}`);
    }
    case "is-json": {
      const parsed = parse(text);
      if (parsed === undefined) return expected(false, "JSON");
      return judgeJson([parsed], value, text);
    }
    case "contains-json": {
      const parsed = findJson(text);
      if (parsed.length === 0) return expected(false, "a text that contains JSON");
      return judgeJson(parsed, value, text);
    }
    case "levenshtein": {
      const most = threshold ?? 5;
      const distance = levenshtein(text, toText(value));
      return expected(distance <= most, `a text at most ${most} characters from ${write(value)}, which is ${distance} away`, toText(value));
    }
    case "llm-rubric":
      return judgeByRubric(options.judgement, value, threshold, text);
    case "cost":
      return judgeAmount("cost", answer.cost, value);
    case "latency":
      return judgeAmount("latency", answer.latency, value);
    case "tokens":
      return judgeAmount("tokens", answer.tokens, value);
    case "citations":
      return judgeCitations(answer.citations, value);
    case "refusal":
      return value === false ? expected(!answer.isRefused, "no refusal") : expected(answer.isRefused, "a refusal");
    default:
      return unknownAssertion(assertion);
  }
}

function unknownAssertion({ name }: FilledAssertion): Finding {
  return unknownFinding(`There is no assertion ${name}.`);
}

function judgeJson(candidates: readonly unknown[], schema: PlainValue, text: string): Finding {
  if (typeof schema === "string" && schema !== "true") return unknownFinding(`${write(schema)} is not a JSON Schema.`);
  if (typeof schema !== "object" || schema === null) return { isPassed: true, message: "", difference: { expected: "JSON", actual: text } };
  try {
    const validator = new Validator(JSON.parse(JSON.stringify(schema)), "7");
    const results = candidates.map((candidate) => validator.validate(candidate));
    const [first] = results.flatMap(({ errors }) => errors).filter(({ instanceLocation }) => instanceLocation !== "#");
    const reason = first === undefined ? "" : `: ${first.instanceLocation.replace(/^#\/?/, "") || "the value"}: ${first.error}`;
    return {
      isPassed: results.some(({ valid }) => valid),
      message: `Expected JSON that satisfies the schema${reason}. Got: ${shorten(text)}`,
      difference: { expected: `JSON that satisfies the schema${reason}`, actual: text },
    };
  } catch (error) {
    return unknownFinding(`The JSON Schema cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function judgeByRubric(judgement: RubricJudgement | undefined, rubric: PlainValue, threshold: number | undefined, text: string): Finding {
  if (judgement === undefined) return unknownFinding("The answer has no text that a model could judge.");
  const { model, verdict } = judgement;
  if (verdict === undefined) return unknownFinding(`${model} gave no verdict: ${shorten(judgement.text)}`);
  const { isPassed, reason, score = isPassed ? 1 : 0 } = verdict;
  const wanted = threshold === undefined ? toText(rubric) : `${toText(rubric)} (score at least ${threshold})`;
  return {
    isPassed: isPassed && (threshold === undefined || score >= threshold),
    message: `Expected an answer that satisfies: ${wanted}. ${describeVerdict(judgement)}. Got: ${shorten(text)}`,
    difference: { expected: wanted, actual: `${text}\n\n${model}: ${reason}` },
  };
}

function judgeAmount(name: string, amount: number | undefined, value: PlainValue): Finding {
  // A single number is the maximum.
  const { min, max } = typeof value === "number" ? { max: value } : (readLimits(value) ?? {});
  if (min === undefined && max === undefined) return invalidLimits(value);
  if (amount === undefined) return unknownFinding(`The ${name} of the answer is not known.`);
  const isPassed = (min === undefined || amount >= min) && (max === undefined || amount <= max);
  const wanted = [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])].join(" and ");
  const message = `Expected a ${name} of ${wanted}. Got: ${amount}`;
  return { isPassed, message, difference: { expected: wanted, actual: String(amount) } };
}

function judgeCitations(citations: readonly string[], value: PlainValue): Finding {
  const limits = readCitations(value);
  if (limits === undefined) return invalidLimits(value);
  const { min = 1, max } = limits;
  const hosts = citations.map((address) => /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(address)?.[1]?.toLowerCase() ?? "");
  const wanted = isMap(value) ? toTexts(value.hosts ?? []) : [];
  const missing = wanted.filter((host) => !hosts.includes(host));
  const isPassed = citations.length >= min && (max === undefined || citations.length <= max) && missing.length === 0;
  const range = max === undefined ? `at least ${min}` : `${min} to ${max}`;
  const also = missing.length === 0 ? "" : ` with ${missing.join(", ")}`;
  const expected = `${range} citations${also}`;
  const message = `Expected ${expected}. Got: ${citations.length === 0 ? "none" : citations.join(", ")}`;
  return { isPassed, message, difference: { expected, actual: citations.join("\n") } };
}

/** A single number is the maximum; an empty text, from a CSV file, sets no limits. */
function readCitations(value: PlainValue): Limits | undefined {
  if (value === "") return {};
  return typeof value === "number" ? { max: value } : readLimits(value);
}

/** Assertions whose texts may be part of JSON. */
const formsOfJson: ReadonlySet<string> = new Set(["equals", "is-json", "contains-json"]);

/** Replaces each text that is a number, `true` or `false`, because the values of variables are texts. */
function readNumbers(value: PlainValue): PlainValue {
  if (Array.isArray(value)) return value.map(readNumbers);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, readNumbers(one)]));
  if (value === "true" || value === "false") return value === "true";
  const isNumber = typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
  return isNumber ? Number(value) : value;
}

function toText(value: PlainValue): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function toTexts(value: PlainValue): string[] {
  return Array.isArray(value) ? value.map(toText) : [toText(value)];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compares values regardless of the order of keys. */
function isSame(found: unknown, expected: PlainValue): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(found) && found.length === expected.length && expected.every((one, index) => isSame(found[index], one));
  }
  if (!isMap(expected)) return found === expected;
  if (typeof found !== "object" || found === null || Array.isArray(found)) return false;
  const entries = new Map(Object.entries(found));
  return entries.size === Object.keys(expected).length && Object.entries(expected).every(([key, one]) => isSame(entries.get(key), one));
}

/** How many characters of an answer a message shows. */
const shown = 100;

function shorten(text: string): string {
  return JSON.stringify(text.length <= shown ? text : `${text.slice(0, shown)}…`);
}
