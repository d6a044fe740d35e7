/** Names of variables in any script. Source: UAX #31; JavaScript's own parser, which follows it, is the judge. */
import { expect, test } from "vitest";
import { compile } from "../../../../src/prompt/compile/compile.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { variableName } from "../../../../src/prompt/text/variables.ts";

/** Whether JavaScript declares a variable of this name. */
function isIdentifier(name: string): boolean {
  try {
    return new Function(`var ${name}`) instanceof Function && !/[\s,=]/.test(name);
  } catch {
    return false;
  }
}

test.each([
  ["Hindi", "नाम"],
  ["Hindi with a virama", "हिन्दी"],
  ["Thai", "ชื่อ"],
  ["Tamil", "தமிழ்"],
  ["Khmer", "ភាសា"],
  ["Burmese", "မြန်မာ"],
  ["Arabic with vowels", "العَرَبِيَّة"],
  ["Hebrew with points", "עִבְרִית"],
  ["decomposed Latin", "cafe\u0301"],
  ["Vietnamese, decomposed", "tiếng".normalize("NFD")],
  ["Korean, decomposed", "이름".normalize("NFD")],
  ["Japanese", "名前"],
  ["Persian with a joiner", "می\u200cخواهم"],
  ["Arabic digits", "س١"],
  ["a letter number", "Ⅷ"],
  ["a symbol that is a letter", "℘"],
])("%s: a name is a variable", (_, name) => {
  expect(isIdentifier(name)).toBe(true);
  const { requests, errors } = compile(parsePromptDocument(`---\nmodel: m\nvars: { "${name}": Brest }\n---\n{{ ${name} }}\n`), {});
  expect([JSON.stringify(requests[0]?.request.body).includes("Brest"), errors]).toEqual([true, []]);
});

test.each([
  ["a mark first", "\u0301a"],
  ["a digit first", "1a"],
  ["an emoji", "🙂"],
  ["a blank", "a b"],
  ["a dot", "a.b"],
  ["a no-break space", "a\u00a0b"],
  ["a joiner without a letter", "\u200d"],
  ["a quote", "a'b"],
])("%s is no variable", (_, name) => {
  expect([isIdentifier(name), variableName.test(name)]).toEqual([false, false]);
});

const composed = "caf\u00e9";
const decomposed = "cafe\u0301";

test.each([
  [composed, decomposed],
  [decomposed, composed],
])("composed and decomposed letters are the same name: %s", (defined, used) => {
  for (const set of [`vars: { ${defined}: Brest }`, `batch: [ { ${defined}: Brest } ]`, "batch: sets.csv"]) {
    const document = parsePromptDocument(`---\nmodel: m\n${set}\n---\n{{${used}}}\n`);
    expect(diagnose(document, {})).toEqual([]);
    const { requests, errors } = compile(document, { batchCsv: `${defined}\nBrest\n` });
    expect([JSON.stringify(requests[0]?.request.body).includes("Brest"), errors]).toEqual([true, []]);
  }
});
