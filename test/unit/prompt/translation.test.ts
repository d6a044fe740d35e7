/** What the editor shows about prompt documents is in its language; the command line, which sets none, has the English texts. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { languages } from "../../../scripts/translations/languageFiles.ts";
import { inEnglish, setLanguage } from "../../../src/contract/translate.ts";
import { codeLenses } from "../../../src/prompt/assist/codeLenses.ts";
import { complete } from "../../../src/prompt/assist/complete.ts";
import { describeCsv } from "../../../src/prompt/assist/describeCsv.ts";
import { hover } from "../../../src/prompt/assist/hover.ts";
import { quickFixes } from "../../../src/prompt/assist/quickFixes.ts";
import { diagnose } from "../../../src/prompt/diagnose.ts";
import { type DiagnosticCode, severities } from "../../../src/prompt/diagnostic.ts";
import type { Facts } from "../../../src/prompt/facts.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { readStyle } from "../../../src/prompt/styles/style.ts";
import { corpusFacts, readCorpus } from "./corpus.ts";

afterEach(() => setLanguage("en", inEnglish));

/** Marks what was translated, so that text that was not is seen. */
const mark = () => setLanguage("en", (message, ...values) => `«${inEnglish(message, ...values)}»`);
/** What is left without the marked texts, which may contain others. */
function withoutMarked(text: string): string {
  const inner = text.replace(/«[^«»]*»/g, "");
  return inner === text ? text : withoutMarked(inner);
}

const textOf = (fields: string) => ({ name: fields, text: `---\nmodel: demo-text\n${fields}\n---\nHi\n` });
/** With the codes that no document of the corpus has. */
const others = [
  textOf("tests:\n  - assert: [{ regex: '(' }, { is-json: { type: strin } }, { tokens: { max: -1 } }]"),
  textOf("repeat: 2\ntests:\n  - { atLeast: 3, assert: [{ contains: a }] }"),
  textOf("tests: cases.csv"),
  { name: "style", text: "---\nkind: image\nmodel: demo-image\nstyle: broken\n---\nHi\n" },
];
const documents = () => readCorpus().filter(({ text }) => text.length < 5000);

it("every diagnostic and quick fix is translated, whatever its code", () => {
  mark();
  const seen = new Map<DiagnosticCode, number>();
  const csv = '__expected\n"""javascript: 1"""\nregex: (\neval: 1\n';
  const facts: Facts = {
    ...corpusFacts,
    files: { ...corpusFacts.files, "cases.csv": { exists: true, ...describeCsv(csv, "tests") } },
    styles: [...(corpusFacts.styles ?? []), readStyle("broken", "broken.md", "---\nsize: 1k\n---\n{{x}}\n")],
  };
  for (const { name, text } of [...documents(), ...others]) {
    const document = parsePromptDocument(text);
    for (const one of diagnose(document, facts)) {
      const count = seen.get(one.code) ?? 0;
      seen.set(one.code, count + 1);
      // The YAML library's own words are only shown where we have none.
      if (one.code !== "yamlSyntax")
        expect(withoutMarked(one.message).replace(/`[^`]*`/g, ""), `${name}: ${one.message}`).not.toMatch(/[a-z]{2}/);
      if (count >= 3) continue;
      for (const { title } of quickFixes(document, one, facts)) expect(title, name).toMatch(/^«.*»$/s);
    }
  }
  expect(Object.keys(severities).filter((code) => ![...seen.keys()].some((one) => one === code))).toEqual([]);
});

it("hovers, completions and lenses are translated", () => {
  mark();
  // Why a model is said to make something is written by the editor.
  const models = corpusFacts.models?.map(({ because, ...model }) => model);
  const facts: Facts = { ...corpusFacts, ...(models && { models }) };
  for (const { name, text } of documents()) {
    const document = parsePromptDocument(text);
    const lenses = codeLenses(document, corpusFacts, diagnose(document, facts));
    for (const { title } of lenses) expect(withoutMarked(title), name).toMatch(/^\$\([\w-]+\) $|^$/);
    for (let offset = 0; offset < text.length; offset += 23) {
      const shown = hover(document, offset, facts)?.markdown ?? "";
      if (/^(?:«|\*\*)/.test(shown)) expect(words(shown), `${name}: ${shown}`).toEqual([]);
      for (const { sort, documentation, label } of complete(document, offset, facts)) {
        if (sort === "field") expect(words(documentation), `${name}, ${label}: ${documentation}`).toEqual([]);
      }
    }
  }
});

/** Sentences outside of translated texts, names of fields and values in code. */
function words(markdown: string): string[] {
  const rest = withoutMarked(markdown.replace(/```+text[\s\S]*?```+/g, "").replace(/^\*\*[^*]*\*\*/, ""));
  return rest.replace(/`[^`]*`/g, "").match(/[A-Za-z]{3,}(?: [a-z]+)+/g) ?? [];
}

const bundles = Object.fromEntries(
  languages.map((language) => {
    const file = path.join(import.meta.dirname, "..", "..", "..", "l10n", `bundle.l10n.${language}.json`);
    const texts: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
    return [language, texts];
  }),
);

describe.each([
  ["de", "`modle` ist kein Feld von Anfragen für v1 text. Meinten Sie `model`?", "12.000.000"],
  ["fr", "`modle` n’est pas un champ des requêtes v1 text. Vouliez-vous dire `model` ?", "12\u202f000\u202f000"],
  ["es", "`modle` no es un campo de solicitudes v1 text. ¿Quería decir `model`?", "12.000.000"],
  ["ja", "`modle` は v1 text リクエストのフィールドではありません。 もしかして `model` ですか?", "12,000,000"],
  ["zh-cn", "`modle` 不是 v1 text 请求的字段。 你是否想写 `model`?", "12,000,000"],
])("in %s", (language, sentence, number) => {
  const english = "---\nmodel: demo-text\nmodle: x\nfiles: [a.bin]\n---\nHi\n";
  const facts = { ...corpusFacts, files: { "a.bin": { exists: true, size: 12_000_000 } } };

  it("a diagnostic is a sentence of the language, and its numbers are written as there", () => {
    setLanguage(language, (message, ...values) => inEnglish(bundles[language]?.[message] ?? message, ...values));
    const messages = diagnose(parsePromptDocument(english), facts).map(({ message }) => message);
    expect(messages).toContain(sentence);
    expect(messages.find((message) => message.includes(number))).toBeDefined();
    expect(hover(parsePromptDocument(english), english.indexOf("a.bin") + 1, facts)?.markdown).toContain(number);
  });

  it("a default value stays what a document has to contain", () => {
    setLanguage(language, (message, ...values) => inEnglish(bundles[language]?.[message] ?? message, ...values));
    const document = parsePromptDocument("---\nkind: image\n---\n");
    expect(hover(document, 5, corpusFacts)?.markdown).toMatch(/`text`[.。]$/);
    expect(complete(parsePromptDocument("---\n\n---\n"), 4, corpusFacts).find(({ label }) => label === "kind")?.detail).toMatch(/text$/);
  });
});

it("without a language, the texts and numbers are English", () => {
  const text = "---\nmodel: demo-text\nfiles: [a.bin]\n---\nHi\n";
  const facts = { ...corpusFacts, files: { "a.bin": { exists: true, size: 12_000_000 } } };
  expect(diagnose(parsePromptDocument(text), facts).map(({ message }) => message)).toEqual([
    "The files have 12,000,000 bytes in total; at most 10,000,000 are allowed.",
  ]);
});
