/** Errors in test cases, and their fixes. */
import { expect, test } from "vitest";
import { complete } from "../../../../src/prompt/assist/complete.ts";
import { findLinks } from "../../../../src/prompt/assist/findLinks.ts";
import { findSymbols } from "../../../../src/prompt/assist/findSymbols.ts";
import { quickFixes } from "../../../../src/prompt/assist/quickFixes.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import type { Facts } from "../../../../src/prompt/facts.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { applyTextEdits } from "../../../../src/prompt/text/textRange.ts";

const facts: Facts = {
  models: [
    { id: "demo-text", abilities: { text: "yes", image: "no", audio: "no", video: "no" } },
    { id: "demo-image", abilities: { text: "no", image: "yes", audio: "no", video: "no" } },
    { id: "plain", abilities: { text: "no", image: "no", audio: "yes", video: "no" } },
  ],
};

const documentOf = (cases: string, front = "model: demo-text") => parsePromptDocument(`---\n${front}\ntests:\n${cases}\n---\nx\n`);
const find = (cases: string, front?: string, known = facts) =>
  diagnose(documentOf(cases, front), known).map(({ code, message }) => [code, message]);

test.each([
  ["  - assert: [ { width: 64 } ]", "`width` is about image and video files, and this case makes text."],
  ["  - assert: [ { not-blank: true } ]", "`not-blank` is about image, audio and video files, and this case makes text."],
  ["  - { kind: audio, assert: [ { height: 64 } ] }", "`height` is about image and video files, and this case makes audio."],
  ["  - { models: [plain], assert: [ { width: 64 } ] }", "`width` is about image and video files, and this case makes audio."],
  ["  - { models: [demo-image], assert: [ { duration: 3 } ] }", "`duration` is about audio and video files, and this case makes images."],
])("an assertion about files that no model generates is reported: %s", (cases, message) => {
  expect(find(cases)).toEqual(expect.arrayContaining([["assertionOfOtherKind", message]]));
});

test.each([
  ["{ contains: a, threshold: 3 }", [["unknownField", "`threshold` has no effect on `contains`."]]],
  ["{ not-regex: a, contains: b, threshold: 3 }", [["unknownField", "`threshold` has no effect on `not-regex` and `contains`."]]],
  ["{ contains: a, levenshtein: b, threshold: 3 }", []],
  [
    "{ tokens: { mx: 400 } }",
    [
      ["assertionInvalid", '`tokens`: {"mx":400} is neither a number nor `min` and `max`.'],
      ["unknownField", "`mx` is not a field in `tests[1].assert[1].tokens`. Did you mean `max`?"],
    ],
  ],
])("what has no effect in an assertion is reported: %s", (assertion, expected) => {
  expect(find(`  - assert: [ ${assertion} ]`)).toEqual(expected);
});

test.each([
  ['repeat: "{{n}}"', "wrongType", "`tests[1].repeat` must be an integer."],
  ['repeat: 3, atLeast: "{{n}} of 3"', "notAllowed", "`tests[1].atLeast` cannot contain variables."],
  ['kind: "{{n}}"', "notAllowed", "`tests[1].kind` cannot contain variables."],
  ['models: [demo-text, "{{n}}"]', "notAllowed", "`tests[1].models[2]` cannot contain variables."],
  ['judge: "{{n}}"', "notAllowed", "`tests[1].judge` cannot contain variables."],
  ["models: []", "notAllowed", "`tests[1].models` is empty: add an entry or remove the field."],
  ['models: ["", demo-text]', "tooShort", "`tests[1].models[1]` is empty: enter a text or remove the field."],
  ['judge: ""', "tooShort", "`tests[1].judge` is empty: enter a text or remove the field."],
])("what would be ignored in a case is an error: %s", (fields, code, message) => {
  expect(find(`  - { ${fields}, vars: { n: a }, assert: [ { contains: "{{n}}" } ] }`)).toContainEqual([code, message]);
});

test("a document's own fields of tests take no variables either", () => {
  const front = 'model: demo-text\nvars: { n: 3 }\nrepeat: "{{n}}"';
  expect(find('  - assert: [ { contains: "{{n}}" } ]', front)).toEqual([["wrongType", "`repeat` must be an integer."]]);
  const csv = diagnose(parsePromptDocument(`---\n${front}\ntests: a.csv\n---\n{{n}}\n`), {});
  expect(csv.map(({ code }) => code)).toEqual(["wrongType"]);
});

test("a transcript needs a transcriber in the case or the document", () => {
  const cases = "  - { models: [plain], assert: [ { transcript: The tide comes in. } ] }";
  expect(find(cases)).toEqual([["judgeMissing", "`transcript` needs `transcriber`, the model that writes down the words."]]);
  const document = documentOf(cases);
  const [missing] = diagnose(document, facts);
  const [fix] = missing === undefined ? [] : quickFixes(document, missing, facts);
  expect(fix?.title).toBe("Add `transcriber: demo-text`");
  expect(diagnose(parsePromptDocument(applyTextEdits(document.text, fix?.edits ?? [])), facts)).toEqual([]);
  expect(find(cases, "model: demo-text\ntranscriber: plain")).toEqual([["modelCannot", expect.any(String)]]);
});

test.each([
  [
    "{ models: [demo-image], judge: blind, assert: [ { llm-rubric: a } ] }",
    "`blind` takes no images, so that it cannot judge `llm-rubric`.",
  ],
  ["{ models: [demo-image], judge: seeing, assert: [ { llm-rubric: a } ] }", undefined],
  ["{ models: [demo-image], judge: demo-text, assert: [ { not-llm-rubric: a } ] }", undefined],
  ["{ judge: blind, assert: [ { llm-rubric: a } ] }", undefined],
  [
    "{ models: [plain], transcriber: seeing, assert: [ { transcript: a } ] }",
    "`seeing` takes no sounds, so that it cannot judge `transcript`.",
  ],
])("a model that is known to see or hear nothing of what it should judge is reported: %s", (written, message) => {
  const judges = [["blind", []] as const, ["seeing", ["image"]] as const].map(([id, input]) => {
    return { id, abilities: { text: "yes" as const }, capabilities: { input: [...input] } };
  });
  const found = find(`  - ${written}`, undefined, { models: [...(facts.models ?? []), ...judges] });
  expect(found).toEqual(message === undefined ? [] : [["modelCannot", message]]);
});

test.each([
  "  - { models: [demo-image], assert: [ { width: 64 } ] }",
  "  - { models: [demo-text, demo-image], assert: [ { width: 64 } ] }",
  "  - { kind: image, models: [demo-image], assert: [ { width: 64 } ] }",
])("an assertion about files that a model of the case generates is valid: %s", (cases) => {
  expect(find(cases)).toEqual([]);
});

test("a model that the service does not list is judged by its name, if the name is known", () => {
  expect(find("  - { models: [local/sd-turbo], assert: [ { width: 64 } ] }", undefined, {})).toEqual([]);
});

test("a variable that only an assertion contains is used", () => {
  const front = "model: demo-text\nvars: { place: Brest, light: soft }";
  expect(find('  - assert: [ { contains-any: [a, "In {{place}}"] } ]', front)).toEqual([["unusedVariable", "`light` is not used."]]);
});

test("models of tests are those of the service, and generate the kind of the case", () => {
  expect(find("  - { models: [demo-txt], assert: [ { contains: a } ] }")).toEqual([
    ["unknownModel", "The service lists no model `demo-txt`. Did you mean `demo-text`?"],
  ]);
  expect(find("  - { assert: [ { contains: a } ] }", "model: demo-text\nmodels: [nobody]")).toMatchObject([
    ["unknownModel", expect.any(String)],
  ]);
  expect(find("  - { kind: image, models: [plain], assert: [ { width: 1 } ] }")).toEqual([
    ["modelCannot", "`plain` does not make images."],
  ]);
});

test("a fix changes the case's kind, or removes the assertion", () => {
  const document = documentOf("  - assert:\n      - contains: a\n      - width: 64");
  const [found] = diagnose(document, facts);
  if (found === undefined) throw new Error("Nothing was found.");
  const repaired = quickFixes(document, found, facts).map(({ title, edits }) => [title, applyTextEdits(document.text, edits)]);
  expect(repaired.map(([title]) => title)).toEqual(["Change to `kind: image`", "Change to `kind: video`", "Remove `width`"]);
  expect(repaired.map(([, text]) => text?.split("\n").slice(3, -3))).toEqual([
    ["  - kind: image", "    assert:", "      - contains: a", "      - width: 64"],
    ["  - kind: video", "    assert:", "      - contains: a", "      - width: 64"],
    ["  - assert:", "      - contains: a"],
  ]);
});

test("the outline shows each case with its assertions", () => {
  const [front] = findSymbols(documentOf("  - { description: short, models: [a], assert: [ { not-contains: b } ] }"));
  const tests = front?.children.find(({ name }) => name === "tests");
  expect(tests?.children).toMatchObject([{ name: "short", detail: "a", children: [{ name: "not-contains", detail: '"b"' }] }]);
});

test("the file that an image is compared with is checked, linked and completed like the document's other files", () => {
  const known: Facts = { ...facts, files: { "gone.png": { exists: false } }, paths: ["harbour.png", "notes.md"] };
  const cases = "  - { models: [demo-image], assert: [ { similarTo: gone.png }, { not-similarTo: '{{any}}.png' } ], vars: { any: a } }";
  expect(find(cases, undefined, known)).toEqual([["missingFile", "The file `gone.png` does not exist."]]);
  expect(find("  - assert: [ { similarTo: a.png } ]")).toMatchObject([["assertionOfOtherKind", expect.any(String)]]);
  const document = documentOf("  - assert: [ { similarTo: h } ]");
  const offset = document.text.indexOf("similarTo: h") + "similarTo: h".length;
  expect(complete(document, offset, known).map(({ label }) => label)).toEqual(["harbour.png"]);
  expect(findLinks(document).map(({ target }) => target)).toEqual(["h"]);
});

test.each([
  ["repeat: 0, assert: [ { contains: a } ]", "notAllowed", "`tests[1].repeat` must be from 1 to 100."],
  ["repeat: 500, assert: [ { contains: a } ]", "notAllowed", "`tests[1].repeat` must be from 1 to 100."],
  ["repeat: 1.5, assert: [ { contains: a } ]", "wrongType", "`tests[1].repeat` must be an integer."],
  ["repeat: 3, atLeast: 0, assert: [ { contains: a } ]", "notAllowed", "`tests[1].atLeast` must be a number from 1, or `2 of 3`."],
  ["repeat: 3, atLeast: 80%, assert: [ { contains: a } ]", "notAllowed", "`tests[1].atLeast` must be a number from 1, or `2 of 3`."],
  ["repeat: 3, atLeast: 0 of 3, assert: [ { contains: a } ]", "notAllowed", "`tests[1].atLeast` must be a number from 1, or `2 of 3`."],
  ["repeat: 3, atLeast: all, assert: [ { contains: a } ]", "notAllowed", "`tests[1].atLeast` must be a number from 1, or `2 of 3`."],
  ["repeat: 3, atLeast: 5 of 3, assert: [ { contains: a } ]", "repetitionsContradict", "At least 5 must pass, and `repeat` is 3."],
  ["atLeast: 2 of 3, assert: [ { contains: a } ]", "repetitionsContradict", "`atLeast` counts 3 repetitions, and `repeat` is 1."],
  ["atLeast: 2, assert: [ { contains: a } ]", "repetitionsContradict", "At least 2 must pass, and `repeat` is 1."],
  ["vars: { a: 1 }", "caseWithoutAssertion", "The case asserts nothing, so it always passes."],
  ["assert: []", "caseWithoutAssertion", "The case asserts nothing, so it always passes."],
  ['assert: [ { contains: "" } ]', "assertionInvalid", "`contains`: The text is empty."],
  ["assert: [ { not-contains-any: [] } ]", "assertionInvalid", "`not-contains-any`: There are no texts."],
  [
    'assert: [ { regex: "[" } ]',
    "assertionInvalid",
    "`regex`: It is not a regular expression of JavaScript: /[/: Unterminated character class.",
  ],
  ["assert: [ { tokens: { min: 2, max: 1 } } ]", "assertionInvalid", "`tokens`: `min` is larger than `max`: 2 and 1."],
  ["assert: [ { levenshtein: a, threshold: -1 } ]", "assertionInvalid", "`levenshtein`: The threshold must be at least 0."],
  ['assert: [ { contains: "{{plcae}}" } ]', "undefinedVariable", "`plcae` is not defined. Did you mean `place`?"],
  ["vars: { plcae: Brest }, assert: [ { contains: a } ]", "unusedVariable", "`plcae` is not used. Did you mean `place`?"],
  ["vars: { date: Brest }, assert: [ { contains: a } ]", "reservedVariable", "`date` is a reserved name; choose another one."],
  ["vars: { place: ~ }, assert: [ { contains: a } ]", "wrongType", '`place` has no value: write `""` for an empty text.'],
])("the case { %s } is reported as %s", (written, code, message) => {
  const document = parsePromptDocument(`---\nmodel: demo-text\nvars: { place: Brest }\ntests:\n  - { ${written} }\n---\nAbout {{place}}\n`);
  expect(diagnose(document, facts).map((one) => [one.code, one.message])).toContainEqual([code, message]);
});

test.each(["repeat: 3, atLeast: 2", "repeat: 3, atLeast: 2 of 3", "repeat: 100", "repeat: 1, atLeast: 1"])(
  "the case { %s } is valid",
  (written) => {
    expect(find(`  - { ${written}, assert: [ { contains: a } ] }`)).toEqual([]);
  },
);
