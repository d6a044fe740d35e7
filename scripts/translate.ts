/**
 * Prints the texts that a language does not have, as JSON: `node scripts/translate.ts de [--take 300] > missing.json`. With that file, its
 * texts translated, merges them into the language's files: `node scripts/translate.ts de missing.json`. Faulty texts are named and left out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import {
  faultyTexts,
  fileOf,
  type LanguageTexts,
  languages,
  mergeTexts,
  missingTexts,
  parts,
  readTexts,
} from "./translations/languageFiles.ts";

const texts = z.record(z.string(), z.string());
const translatedSchema = z.object({ bundle: z._default(texts, {}), package: z._default(texts, {}) });

const { positionals, values } = parseArgs({ allowPositionals: true, options: { take: { type: "string" } } });
const language = z.enum(languages).parse(positionals[0]);
const [, file] = positionals;
const english = readTexts();
const known = readTexts(language);

if (file === undefined) {
  const take = values.take === undefined ? Number.POSITIVE_INFINITY : Number(values.take);
  const missing = missingTexts(english, known);
  const bundle = Object.entries(missing.bundle).slice(0, take);
  const manifest = Object.entries(missing.package).slice(0, Math.max(0, take - bundle.length));
  const printed: LanguageTexts = { bundle: Object.fromEntries(bundle), package: Object.fromEntries(manifest) };
  process.stdout.write(`${JSON.stringify(printed, undefined, 2)}\n`);
} else {
  const added = translatedSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const faulty = faultyTexts(language, english, added);
  const merged = mergeTexts(language, english, known, added);
  for (const part of parts) writeFileSync(fileOf(part, language), `${JSON.stringify(merged[part], undefined, 2)}\n`);
  for (const { part, key, faults } of faulty) console.error(`${part}: ${JSON.stringify(key)}\n  ${faults.join("\n  ")}`);
  const { bundle, package: manifest } = missingTexts(english, merged);
  const missing = Object.keys(bundle).length + Object.keys(manifest).length;
  console.error(`${faulty.length} texts were left out; ${missing} are missing.`);
  process.exitCode = faulty.length === 0 ? 0 : 1;
}
