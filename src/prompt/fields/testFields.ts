/** The fields of `tests`, with promptfoo's names for assertions. */
import { alternatives, type Field, type FieldType } from "../../contract/fieldType.ts";
import { kinds } from "../../contract/kind.ts";
import { assertions } from "../assertions/assertions.ts";
import type { AssertionType } from "../assertions/assertionType.ts";
import { textType } from "../assertions/texts.ts";

/** A field that is not sent. */
export function ownField(name: string, description: string, type: FieldType, defaultValue?: string): Field {
  return { name, path: [name], required: false, description, examples: [], default: defaultValue, type };
}

/** Whether texts in its value are texts even if they look like numbers: it compares texts, or JSON, which may contain some. */
export function keepsTexts({ type }: AssertionType): boolean {
  return comparesTexts(type) || alternatives(type).some((one) => one.type === "any" || (one.type === "map" && one.fields.length === 0));
}

/** Whether its value is text, or a list of texts. */
export function comparesTexts(type: FieldType): boolean {
  return alternatives(type).some((one) => one.type === "string" || (one.type === "list" && comparesTexts(one.element)));
}

/** All names, including those with `not-`. */
export const assertionNames: ReadonlySet<string> = new Set(assertions.flatMap(({ name }) => [name, `not-${name}`]));

const thresholds = assertions.flatMap(({ name, threshold }) =>
  threshold === undefined ? [] : [`For \`${name}\`: ${threshold.description}.`],
);

const assertionFields: readonly Field[] = [
  ...assertions.map(({ name, description, type }) => ownField(name, description, type)),
  ...assertions.map(({ name, description, type }) => ownField(`not-${name}`, `The opposite of \`${name}\`: ${description}`, type)),
  ownField("threshold", thresholds.join(" "), { type: "number" }),
];

const modelName: FieldType = { type: "string", values: [], minimumCharacters: 1, isLiteral: true };
const models = ownField("models", "Models that the tests are run with, in place of `model`.", {
  type: "list",
  element: modelName,
  minimumItems: 1,
});
/** A higher number of repetitions is assumed to be a mistake. */
export const mostRepetitions = 100;
const repeat = ownField(
  "repeat",
  `How often each request is sent, at most ${mostRepetitions} times.`,
  { type: "integer", minimum: 1, maximum: mostRepetitions, isLiteral: true },
  "1",
);

/** `2`, or `2 of 3`. */
export const atLeastPattern = "^([1-9][0-9]{0,2})(?: of ([1-9][0-9]{0,2}))?$";

const judge = ownField("judge", "The model that judges answers by `llm-rubric`.", modelName);
const transcriber = ownField(
  "transcriber",
  "The model that writes down the words of sounds, for `transcript`. It must accept audio.",
  modelName,
);

const testCases: FieldType = {
  type: "list",
  element: {
    type: "map",
    fields: [
      ownField("description", "What the case is called.", textType),
      ownField("kind", "What the case makes.", { type: "string", values: kinds, isLiteral: true }, "what its models make"),
      ownField("vars", "Values of variables, over those of `vars`.", { type: "map", fields: [] }),
      models,
      repeat,
      judge,
      transcriber,
      ownField(
        "atLeast",
        "How many of the repetitions must pass: `2`, or `2 of 3`, where 3 is `repeat`.",
        { type: "string", values: [], pattern: atLeastPattern, form: "a number from 1, or `2 of 3`", isLiteral: true },
        "all",
      ),
      ownField("assert", "What is asserted of each answer.", { type: "list", element: { type: "map", fields: assertionFields } }),
    ],
  },
};

export const testField: Field = ownField(
  "tests",
  "Tests of the prompt: cases with what is asserted of each answer, or the path of a CSV file with promptfoo's columns `__expected`.",
  { type: "choice", options: [textType, testCases] },
);

export const matrixFields: readonly Field[] = [models, repeat, judge, transcriber];
