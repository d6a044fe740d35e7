/** The texts of each language that is there are complete and usable, and the script for translators finds and merges them. */
import { describe, expect, test } from "vitest";
import { checkTranslation } from "../../../scripts/translations/checkTranslation.ts";
import {
  faultyTexts,
  isTranslated,
  languages,
  mergeTexts,
  missingTexts,
  parts,
  readTexts,
} from "../../../scripts/translations/languageFiles.ts";
import { sources } from "./repositoryFiles.ts";

const english = readTexts();

describe.each(languages.filter(isTranslated))("%s", (language) => {
  const translated = readTexts(language);

  test("misses no text; `node scripts/translate.ts` lists those that it misses", () => {
    expect(missingTexts(english, translated)).toEqual({ bundle: {}, package: {} });
  });

  test("has no text that English has not, and none with other placeholders, icons, links or code", () => {
    expect(faultyTexts(language, english, translated)).toEqual([]);
  });

  test.each(parts)("is sorted as in English: %s", (part) => {
    const known = Object.keys(translated[part]);
    expect(known).toEqual(Object.keys(english[part]).filter((key) => known.includes(key)));
  });
});

test("icons are outside of texts", () => {
  expect(Object.keys(english.bundle).filter((text) => text.includes("$("))).toEqual([]);
});

test("numbers and days are written in the editor's language, not in the machine's", () => {
  const own = /^src\/(?:editor|prompt)\//;
  const found = sources.filter(({ name, text }) => own.test(name) && /\.toLocale(?:Date|Time)?String\(/.test(text));
  expect(found.map(({ name }) => name)).toEqual([]);
});

describe("a translated text", () => {
  const answers = "{0, plural, one {# answer} other {# answers}}";
  test.each([
    ["de", "Delete “{0}”?", "„{0}“ löschen?"],
    ["de", "{0} of {1}", "{1}: {0}"],
    ["de", answers, "{0, plural, one {# Antwort} other {# Antworten}}"],
    ["fr", answers, "{0, plural, one {# réponse} many {# de réponses} other {# réponses}}"],
    ["ja", answers, "{0, plural, other {# 件の回答}}"],
    ["zh-cn", answers, "{0, plural, other {# 个回答}}"],
    ["de", "$(add) Add Provider…", "$(add) Anbieter hinzufügen…"],
    ["es", "Use `{date}`.\n[Learn more](command:x)", "Usa `{date}`.\n[Más información](command:x)"],
    ["ja", "Prompt", "プロンプト"],
  ])("in %s may be: %s → %s", (language, source, text) => {
    expect(checkTranslation(language, source, text)).toEqual([]);
  });

  test.each([
    ["empty", "de", "Delete", " "],
    ["without a placeholder", "de", "Delete “{0}”?", "Löschen?"],
    ["with another placeholder", "de", "{0} of {1}", "{0} von {2}"],
    ["with a named placeholder translated", "de", "Hello {name}", "Hallo {Name}"],
    ["without the count", "de", answers, "{0, plural, one {# Antwort} other {Antworten}}"],
    ["with a form that its language has not", "ja", answers, "{0, plural, one {# 件} other {# 件}}"],
    ["without the form for all others", "de", answers, "{0, plural, one {# Antwort}}"],
    ["without its plural", "de", answers, "{0} Antworten"],
    ["without its icon", "de", "$(add) Add", "Hinzufügen"],
    ["with its icon translated", "de", "$(add) Add", "$(hinzufügen) Hinzufügen"],
    ["with another link", "de", "[Help](command:a)", "[Hilfe](command:b)"],
    ["with translated code", "de", "Use `{date}`", "`{datum}` verwenden"],
    ["without its code", "de", "Use `npm`", "npm verwenden"],
    ["without its leading space", "de", " and {0}", "und {0}"],
    ["with a trailing space", "de", "Delete", "Löschen "],
    ["without its access key", "de", "&&Delete", "Löschen"],
    ["on fewer lines", "de", "One\nTwo", "Eins Zwei"],
    ["without the dots of a question", "de", "Rename…", "Umbenennen"],
    ["with the product's name translated", "de", "Generation Studio: Ask", "Erzeugungsstudio: Fragen"],
  ])("must not be %s", (_, language, source, text) => {
    expect(checkTranslation(language, source, text)).not.toEqual([]);
  });
});

describe("the script for translators", () => {
  const source = { bundle: { "A {0}": "A {0}", B: "B", C: "C" }, package: { "command.a": "Do" } };
  const known = { bundle: { C: "Z", Old: "Alt" }, package: {} };

  test("lists what a language misses", () => {
    expect(missingTexts(source, known)).toEqual({ bundle: { "A {0}": "A {0}", B: "B" }, package: { "command.a": "Do" } });
  });

  test("merges texts in the order of English, without what is faulty or no longer used", () => {
    const added = { bundle: { B: "Be", "A {0}": "Ah" }, package: { "command.a": "Tun", "command.b": "Lassen" } };
    const merged = mergeTexts("de", source, known, added);
    expect(Object.entries(merged.bundle)).toEqual([
      ["B", "Be"],
      ["C", "Z"],
    ]);
    expect(merged.package).toEqual({ "command.a": "Tun" });
    expect(faultyTexts("de", source, added).map(({ key }) => key)).toEqual(["A {0}", "command.b"]);
  });
});
