/** The verdict of each assertion, and that `not-` negates it. */
import { afterEach, describe, expect, test } from "vitest";
import { inEnglish, setLanguage } from "../../../../src/contract/translate.ts";
import type { TestedAnswer } from "../../../../src/prompt/assertions/testedAnswer.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { judgeAnswer } from "../../../../src/prompt/testing/judgeAnswer.ts";
import { readTests } from "../../../../src/prompt/testing/readTests.ts";

const answer: TestedAnswer = {
  text: 'A Lighthouse: {"height": 12, "names": ["Ar Men"]}',
  isRefused: false,
  cost: 0.01,
  latency: 800,
  tokens: 20,
  citations: ["https://Example.com/a?b", "http://other.example:8080/"],
  files: [
    {
      format: "png",
      bytes: 5000,
      width: 1024,
      height: 768,
      duration: undefined,
      isBlank: false,
      loudness: undefined,
      fingerprint: "00ff",
      soundFingerprint: undefined,
      sha256: undefined,
      path: "/image.png",
    },
  ],
};
const silent = {
  format: "wav",
  bytes: 96_044,
  width: undefined,
  height: undefined,
  duration: 2.04,
  isBlank: true,
  loudness: -Infinity,
  fingerprint: undefined,
  soundFingerprint: "00ff----",
  sha256: undefined,
  path: undefined,
};
const vars = { city: "Brest", wide: "1024", twenty: "20", low: "0.5", no: "false" };
afterEach(() => setLanguage("en", inEnglish));

const matches = (pattern: string, text: string) => new RegExp(pattern).test(text);

/** `written` is an entry of `assert` in YAML. */
function judge(written: string, given: Partial<TestedAnswer> = {}) {
  const document = parsePromptDocument(`---\nmodel: m\ntests:\n  - assert:\n      - { ${written} }\n---\nx\n`);
  const [assertion] = readTests(document)[0]?.assertions ?? [];
  if (assertion === undefined) throw new Error("There is no assertion.");
  return judgeAnswer(assertion, { ...answer, ...given }, { vars, matches, expected: { fingerprint: "00fe", soundFingerprint: undefined } });
}

/** The assertion, whether it passes, and an answer other than the one above. */
const cases: readonly (readonly [string, boolean, Partial<TestedAnswer>?])[] = [
  ["equals: Hello", true, { text: "Hello" }],
  ["equals: Hello", false, { text: "Hello " }],
  ["equals: Hello", true, { text: "Hello\n" }],
  ["equals: Hello", false, { text: "Hello\n\n" }],
  ['equals: "Hello\\nBrest\\n"', true, { text: "Hello\r\nBrest" }],
  ["equals: 12", true, { text: "12" }],
  ["equals: 1.0", true, { text: "1.0" }],
  ["equals: 1.0", false, { text: "1" }],
  ["equals: True", true, { text: "True" }],
  ["equals: [1.0]", true, { text: "[1]" }],
  ["equals: { a: [1, true], b: x }", true, { text: '{"b":"x","a":[1,true]}' }],
  ["equals: { a: [1] }", false, { text: '{"a":[1],"b":2}' }],
  ["equals: { a: 1 }", false, { text: "{" }],
  ["contains: Lighthouse", true],
  ["contains: lighthouse", false],
  ["contains: 007", true, { text: "Agent 007" }],
  ["contains: 007", false, { text: "Agent 7" }],
  ['contains: "{{city}}"', true, { text: "In Brest" }],
  ['contains: "{{city}}"', false, { text: "In {{city}}" }],
  ["icontains: LIGHTHOUSE", true],
  ["contains-all: [A, Ar Men]", true],
  ["contains-all: [A, Brest]", false],
  ["contains-all: [1.50, 007]", true, { text: "007 pays 1.50" }],
  ["contains-all: [1.50, 007]", false, { text: "7 pays 1.5" }],
  ["contains-any: [Quimper, Ar Men]", true],
  ["contains-any: [Quimper, Brest]", false],
  ["starts-with: A Light", true],
  ["starts-with: Light", false],
  ["starts-with: 0x1F", true, { text: "0x1F is 31" }],
  ['regex: "[0-9]{2}"', true],
  ['regex: "^[0-9]"', false],
  ["is-json: true", true, { text: " [1] " }],
  ["is-json: true", false],
  ["is-json: { type: object, required: [height] }", true, { text: '{"height":1}' }],
  ["is-json: { type: object, required: [height] }", false, { text: '{"width":1}' }],
  ["contains-json: true", true],
  ["contains-json: { properties: { height: { minimum: 10 } } }", true],
  ["contains-json: { properties: { height: { minimum: 20 } } }", false],
  ["contains-json: true", false, { text: "{ no json }" }],
  ["contains-json: { type: array, items: { type: integer } }", true, { text: "Here: [1, 2]" }],
  ["contains-json: { type: [array, 'null'], maxItems: 1 }", false, { text: "Here: [1, 2]" }],
  ["contains-json: { required: [a] }", false, { text: "As said in [1]." }],
  ["contains-json: { type: object, required: [a] }", true, { text: '[{"a": 1}]' }],
  ["is-json: false", true, { text: "no JSON" }],
  ["is-json: false", false, { text: "{}" }],
  ["contains-json: false", true, { text: "{ no json }" }],
  ["contains-json: false", false],
  ["levenshtein: a😀b, threshold: 1", true, { text: "ab" }],
  ["levenshtein: 👍🏽, threshold: 1", false, { text: "" }],
  ["levenshtein: Kö, threshold: 0", true, { text: "Kö" }],
  ["levenshtein: kitten, threshold: 3", true, { text: "sitting" }],
  ["levenshtein: kitten, threshold: 2", false, { text: "sitting" }],
  ["levenshtein: kitten", true, { text: "sitting" }],
  ["cost: { max: 0.01 }", true],
  ["cost: { max: 0.009 }", false],
  ["latency: { max: 800 }", true],
  ["latency: { max: 799 }", false],
  ["tokens: { min: 20, max: 20 }", true],
  ["tokens: { min: 21 }", false],
  ['tokens: { max: "{{twenty}}" }', true],
  ['tokens: { max: "{{low}}" }', false],
  ['cost: { max: "{{low}}" }', true],
  ['levenshtein: kitten, threshold: "{{low}}"', false, { text: "sitting" }],
  ['levenshtein: kitten, threshold: "{{twenty}}"', true, { text: "sitting tight" }],
  ["citations: { min: 2, hosts: [example.com, other.example] }", true],
  ["citations: { hosts: ['https://example.com/', 'OTHER.example:8080'] }", true],
  ["citations: { max: 1 }", false],
  ["citations: { hosts: [missing.example] }", false],
  ["citations: { max: 0 }", true, { citations: [] }],
  ["citations: { min: 0, max: 5 }", true, { citations: [] }],
  ["refusal: true", true, { isRefused: true }],
  ["refusal: true", false],
  ["refusal: false", true],
  ["width: 1024", true],
  ["width: 1023", false],
  ['width: "{{wide}}"', true],
  ["height: { min: 700, max: 768 }", true],
  ["height: { max: 767 }", false],
  ['height: { max: "{{wide}}" }', true],
  ['height: { min: "{{wide}}" }', false],
  ["duration: 2", true, { files: [silent] }],
  ["duration: { min: 2.1 }", false, { files: [silent] }],
  ["format: png", true],
  ["format: [jpeg, PNG]", true],
  ["format: jpeg", true, { files: [{ ...silent, format: "jpg" }] }],
  ["format: webp", false],
  ["bytes: { min: 1000, max: 5000 }", true],
  ["bytes: { max: 4999 }", false],
  ["loudness: { min: -24, max: -14 }", true, { files: [{ ...silent, loudness: -14.04 }] }],
  ["loudness: { min: -24 }", false, { files: [silent] }],
  ["similarTo: a.png", true],
  ["similarTo: a.png, threshold: 0.95", false],
  ["blank: true", true, { files: [silent] }],
  ["blank: true", false],
  ["blank: false", true],
  ['blank: "{{no}}"', true],
  ['refusal: "{{no}}"', true],
];

describe.each(cases.map(([written, isPassed, given = {}]) => ({ written, isPassed, given })))(
  "$written",
  ({ written, isPassed, given }) => {
    test(isPassed ? "passes" : "does not pass, and says what was expected", () => {
      const verdict = judge(written, given);
      expect(verdict.isPassed).toBe(isPassed);
      if (isPassed) expect(verdict.message).toBe("");
      else expect(verdict.message).toMatch(/^Expected .+ Got: /);
    });

    test("is negated by not-", () => {
      expect(judge(`not-${written}`, given).isPassed).toBe(!isPassed);
    });
  },
);

test("every verdict is in the editor's language: without our words, only the value and the answer are left", () => {
  const failed = cases.flatMap(([written, isPassed, given]) =>
    isPassed ? [[`not-${written}`, given] as const] : [[written, given] as const],
  );
  const unknown = {
    cost: undefined,
    latency: undefined,
    tokens: undefined,
    files: [{ ...silent, isBlank: undefined, fingerprint: undefined }],
  };
  const names = [
    "cost: 1",
    "latency: 1",
    "tokens: 1",
    "width: 1",
    "height: 1",
    "blank: true",
    "similarTo: a.png",
    "llm-rubric: x",
    "transcript: x",
  ];
  const unjudged = names.map((written) => [written, unknown] as const);
  setLanguage("en", (_, ...values) => values.join(" "));
  for (const [written, given] of [...failed, ...unjudged, ["format: png", { files: [] }] as const]) {
    // What a schema finds is in the words of its library.
    if (/-json: \{/.test(written)) continue;
    const known = JSON.stringify(["JSON", String(silent.loudness), written, { ...answer, ...given }, vars]);
    const words =
      judge(written, given)
        .message.replaceAll("\\n", " ")
        .match(/[A-Za-z]{3,}/g) ?? [];
    expect(
      words.filter((word) => !known.includes(word)),
      written,
    ).toEqual([]);
  }
});

test.each([
  ["similarTo: a.png", { files: [silent] }, "An image cannot be compared with a sound: a.png."],
  [
    "similarTo: a.png",
    { files: [{ ...silent, format: "mp4", soundFingerprint: undefined }] },
    "A file of the format mp4 cannot be compared",
  ],
  ["cost: {}", {}, "{} is neither a number nor `min` and `max`."],
  ['tokens: { min: 1, max: "{{city}}" }', {}, '"Brest"} is neither a number nor `min` and `max`.'],
  ['width: { max: "{{city}}" }', {}, '"Brest"} is neither a number nor `min` and `max`.'],
  ['citations: { max: "{{city}}" }', {}, '"Brest"} is neither a number nor `min`, `max` and `hosts`.'],
  ['is-json: "{{city}}"', { text: "{}" }, '"Brest" is neither `true`, `false` nor a JSON Schema.'],
  ['levenshtein: a, threshold: "{{city}}"', {}, 'The threshold "Brest" is not a number.'],
  ["icontains: ''", {}, "The text is empty."],
  ["cost: { max: 1 }", { cost: undefined }, "The cost of the answer is not known."],
  ["latency: { max: 1 }", { latency: undefined }, "The latency of the answer is not known."],
  ["is-json: { type: nonsense, $ref: '#/nowhere' }", { text: "{}" }, "The JSON Schema cannot be used"],
])("%s passes neither way if it cannot be judged", (written, given, message) => {
  for (const either of [written, `not-${written}`]) {
    expect(judge(either, given)).toMatchObject({ isPassed: false, message: expect.stringContaining(message) });
  }
});

test("a sound is compared with a sound", () => {
  const document = parsePromptDocument("---\nmodel: m\ntests:\n  - assert: [ { similarTo: a.wav } ]\n---\nx\n");
  const [assertion] = readTests(document)[0]?.assertions ?? [];
  if (assertion === undefined) throw new Error("There is no assertion.");
  const compare = (soundFingerprint: string | undefined) =>
    judgeAnswer(assertion, { ...answer, files: [silent] }, { vars, matches, expected: { fingerprint: undefined, soundFingerprint } });
  expect(compare("00ff").isPassed).toBe(true);
  expect(compare("ff00").message).toBe("Expected a similarity to a.wav of at least 0.8. Got: 0.5");
  expect(compare(undefined).message).toBe("The file a.wav is not an image in PNG, JPEG or WebP, or a sound in WAV, MP3, FLAC or Opus.");
});

test("an invalid regular expression passes neither way", () => {
  const document = parsePromptDocument('---\nmodel: m\ntests:\n  - assert: [ { regex: "(", not-regex: "(" } ]\n---\nx\n');
  for (const assertion of readTests(document)[0]?.assertions ?? []) {
    expect(judgeAnswer(assertion, answer, { vars, matches: () => undefined }).isPassed).toBe(false);
  }
});
