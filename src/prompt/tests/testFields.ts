/** The fields of `tests`, with promptfoo's names for assertions. */
import type { Field, FieldType } from "../../contract/fieldType.ts";
import { kinds, type MediaKind, mediaKinds } from "../../contract/kind.ts";

const text: FieldType = { type: "string", values: [] };
const fileFormat: FieldType = {
  type: "string",
  values: ["png", "jpg", "jpeg", "webp", "gif", "bmp", "avif", "heic", "wav", "mp3", "flac", "opus", "m4a", "aac", "mp4", "mov", "webm"],
};
const texts: FieldType = { type: "list", element: text };
const limits = (unit: string, ...names: ("min" | "max")[]): FieldType => ({
  type: "map",
  fields: names.map((name) => field(name, `${name === "min" ? "At least" : "At most"} this many ${unit}.`, { type: "number" })),
});
const size = (description: string, unit: string, type: FieldType, name: string): Field =>
  field(name, description, { type: "choice", options: [type, limits(unit, "min", "max")] });
const jsonForm: FieldType = { type: "choice", options: [{ type: "boolean" }, { type: "map", fields: [] }] };

function field(name: string, description: string, type: FieldType, defaultValue?: string): Field {
  return { name, path: [name], required: false, description, examples: [], default: defaultValue, type };
}

/** Assertions about text; each can be prefixed with `not-`. */
const textAssertions = [
  field("equals", "The answer is this text, or, for a map or list, JSON of this value.", { type: "any" }),
  field("contains", "The answer contains this text.", text),
  field("icontains", "The answer contains this text, in any case.", text),
  field("contains-all", "The answer contains all of these texts.", texts),
  field("contains-any", "The answer contains one of these texts.", texts),
  field("starts-with", "The answer begins with this text.", text),
  field("regex", "The answer has a part that matches this regular expression.", text),
  field("is-json", "The answer is JSON: `true`, or a JSON Schema that it satisfies.", jsonForm),
  field("contains-json", "The answer contains JSON: `true`, or a JSON Schema that it satisfies.", jsonForm),
  field("levenshtein", "At most `threshold` characters must be changed to make the answer this text.", text),
  field(
    "llm-rubric",
    "The model of `judge` finds that the answer satisfies this, with a score of at least `threshold` where one is given.",
    text,
  ),
  field("cost", "What the service says that the answer cost.", limits("units of the balance", "max")),
  field("latency", "How long the whole answer took. It is never taken from the cache.", limits("milliseconds", "max")),
  field("tokens", "The tokens of the answer.", limits("tokens", "min", "max")),
  field("citations", "The web pages that the answer cites.", {
    type: "map",
    fields: [
      field("min", "At least this many.", { type: "integer" }),
      field("max", "At most this many.", { type: "integer" }),
      field("hosts", "Each of these hosts is cited.", texts),
    ],
  }),
  field("refusal", "The model refused to answer.", { type: "boolean" }),
] as const;

/** Assertions about each generated file; each can be prefixed with `not-`. */
const assertionsOfFiles: readonly Field[] = [
  size("The image or video is this wide, or between `min` and `max`.", "pixels", { type: "integer" }, "width"),
  size("The image or video is this high, or between `min` and `max`.", "pixels", { type: "integer" }, "height"),
  size("The sound or video is this long, to a tenth of a second, or between `min` and `max`.", "seconds", { type: "number" }, "duration"),
  field("format", "The file's format, or several of which it has one.", {
    type: "choice",
    options: [fileFormat, { type: "list", element: fileFormat }],
  }),
  field("bytes", "The size of the file.", limits("bytes", "min", "max")),
  field("blank", "The image or video has one colour, or the sound is silence.", { type: "boolean" }),
  field("loudness", "The loudness of a sound in WAV, MP3, FLAC or Opus, between `min` and `max`.", limits("LUFS", "min", "max")),
  field(
    "similarTo",
    "The image (PNG, JPEG or WebP) looks, or the sound (WAV, MP3, FLAC or Opus) is, like this file, whose path is relative to the document.",
    text,
  ),
  field("transcript", "The model of `transcriber` hears these words in the sound, or, with `contains`, these among others.", {
    type: "choice",
    options: [
      text,
      {
        type: "map",
        fields: [field("contains", "Words that are spoken, or several of them.", { type: "choice", options: [text, texts] })],
      },
    ],
  }),
];

const assertions: readonly Field[] = [...textAssertions, ...assertionsOfFiles];

const judgedKinds: Readonly<Record<string, readonly MediaKind[]>> = {
  width: ["image", "video"],
  height: ["image", "video"],
  duration: ["audio", "video"],
  loudness: ["audio"],
  similarTo: ["image", "audio"],
  transcript: ["audio"],
};

/** By name without `not-`: the kinds of files to which each applies. */
export const fileAssertions: ReadonlyMap<string, readonly MediaKind[]> = new Map(
  assertionsOfFiles.map(({ name }) => [name, judgedKinds[name] ?? mediaKinds]),
);

/** Names, without `not-`, of assertions that compare texts. */
export const assertionsOfTexts: ReadonlySet<string> = new Set(assertions.filter(({ type }) => isText(type)).map(({ name }) => name));

function isText(type: FieldType): boolean {
  switch (type.type) {
    case "string":
      return true;
    case "list":
      return isText(type.element);
    case "choice":
      return type.options.some(isText);
    case "number":
    case "integer":
    case "boolean":
    case "map":
    case "any":
      return false;
  }
}

/** Options of an assertion. */
const options: readonly Field[] = [
  field(
    "threshold",
    "For `levenshtein`: characters, by default 5. For `llm-rubric`: the lowest score, from 0 to 1. For `similarTo`: from 0 to 1, by default 0.8. For `transcript`: the part of the words that may be wrong, by default 0.2.",
    { type: "number" },
  ),
];

/** All names, including those with `not-`. */
export const assertionNames: ReadonlySet<string> = new Set(assertions.flatMap(({ name }) => [name, `not-${name}`]));

const assertionFields: readonly Field[] = [
  ...assertions,
  ...assertions.map((one) => field(`not-${one.name}`, `The opposite of \`${one.name}\`: ${lowerFirst(one.description)}`, one.type)),
  ...options,
];

function lowerFirst(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

const models = field("models", "Models that the tests are run with, in place of `model`.", texts);
const repeat = field("repeat", "How often each request is sent.", { type: "integer" }, "1");

const judge = field("judge", "The model that judges answers by `llm-rubric`.", text);
const transcriber = field("transcriber", "The model that writes down the words of sounds, for `transcript`. It must accept audio.", text);

const testCases: FieldType = {
  type: "list",
  element: {
    type: "map",
    fields: [
      field("description", "What the case is called.", text),
      field("kind", "What the case makes.", { type: "string", values: kinds }, "what its models make"),
      field("vars", "Values of variables, over those of `vars`.", { type: "map", fields: [] }),
      models,
      repeat,
      judge,
      transcriber,
      field("atLeast", "How many of the repetitions must pass, such as `2 of 3`.", text, "all"),
      field("assert", "What is asserted of each answer.", { type: "list", element: { type: "map", fields: assertionFields } }),
    ],
  },
};

export const testField: Field = field(
  "tests",
  "Tests of the prompt: cases with what is asserted of each answer, or the path of a CSV file with promptfoo's columns `__expected`.",
  { type: "choice", options: [text, testCases] },
);

export const matrixFields: readonly Field[] = [models, repeat, judge, transcriber];
