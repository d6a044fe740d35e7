/** The English texts for translators, and the two files of each language: VS Code's for `package.json`, and the bundle for all others. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkTranslation, type Texts } from "./checkTranslation.ts";

const repository = path.join(import.meta.dirname, "..", "..");

/** As VS Code names them. */
export const languages = ["de", "fr", "es", "ja", "zh-cn"] as const;
export type Language = (typeof languages)[number];

export const parts = ["bundle", "package"] as const;
export type Part = (typeof parts)[number];
export type LanguageTexts = Readonly<Record<Part, Texts>>;

/** English if there is no language. */
export function fileOf(part: Part, language?: Language): string {
  const suffix = language === undefined ? "" : `.${language}`;
  return path.join(repository, part === "bundle" ? `l10n/bundle.l10n${suffix}.json` : `package.nls${suffix}.json`);
}

/** @returns no texts if the language has no file. */
export function readTexts(language?: Language): LanguageTexts {
  const read = (part: Part): Texts => (existsSync(fileOf(part, language)) ? JSON.parse(readFileSync(fileOf(part, language), "utf8")) : {});
  return { bundle: read("bundle"), package: read("package") };
}

/** @internal */
export const isTranslated = (language: Language) => parts.some((part) => existsSync(fileOf(part, language)));

export interface Fault {
  part: Part;
  key: string;
  /** In English. */
  faults: string[];
}

/** The texts that are not in the language, in the order of the English file. */
export function missingTexts(english: LanguageTexts, translated: LanguageTexts): LanguageTexts {
  const missing = (part: Part) =>
    Object.fromEntries(Object.entries(english[part]).filter(([key]) => !Object.hasOwn(translated[part], key)));
  return { bundle: missing("bundle"), package: missing("package") };
}

/** The translated texts with a fault, and those that no English text has. */
export function faultyTexts(language: Language, english: LanguageTexts, translated: LanguageTexts): Fault[] {
  return parts.flatMap((part) =>
    Object.entries(translated[part]).flatMap(([key, text]) => {
      const source = Object.hasOwn(english[part], key) ? english[part][key] : undefined;
      const faults = source === undefined ? ["has no English text"] : checkTranslation(language, source, text);
      return faults.length === 0 ? [] : [{ part, key, faults }];
    }),
  );
}

/** The texts without those that have a fault, sorted as in English. */
export function mergeTexts(language: Language, english: LanguageTexts, known: LanguageTexts, added: LanguageTexts): LanguageTexts {
  const merged = (part: Part) => {
    const all = { ...known[part], ...added[part] };
    const faulty = new Set(faultyTexts(language, english, { bundle: {}, package: {}, [part]: all }).map(({ key }) => key));
    return Object.fromEntries(
      Object.keys(english[part]).flatMap((key) => {
        const text = Object.hasOwn(all, key) && !faulty.has(key) ? all[key] : undefined;
        return text === undefined ? [] : [[key, text]];
      }),
    );
  };
  return { bundle: merged("bundle"), package: merged("package") };
}
