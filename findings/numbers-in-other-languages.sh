#!/usr/bin/env bash
# Question: are whole numbers in words right in languages other than English, as a text needs them before a voice reads it?
# Guess: yes: packages that offer a language know its thousands and millions, and refuse a language that they do not have.
# Seen: to-words 5.7.0 makes "Milioni" of two million in Italian, without the two, "Mila Uno" of 1001 (mille uno), "Eins Million" and "Zwei Million" in German (eine
#   Million, zwei Millionen), "Два Тысячи" and "Двадцать Один Тысяч" in Russian (две тысячи, двадцать одна тысяча) and "Um Milhões Um" in Portuguese. All
#   three say "veintiuno mil" in Spanish (veintiún mil), which is the only fault of n2words 4.0.0, and written-number 0.11.1 "uno millón uno" (un millón uno) and, in
#   Italian, "mille un"; for German and Polish, which it does not have, it answers in English. No errors. 2026-11-30.
# For users: let the voice read figures, or use n2words, which is right in the others; this product leaves the numbers of a text as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent to-words@5.7.0 n2words@4.0.0 written-number@0.11.1
cat >run.mjs <<'JS'
import { ToWords } from "to-words";
import writtenNumber from "written-number";
const packages = {
  "to-words": (number, locale) => new ToWords({ localeCode: locale }).convert(number),
  n2words: async (number, locale) => (await import(`n2words/${locale}`)).toCardinal(number),
  "written-number": (number, locale) => writtenNumber(number, { lang: locale.slice(0, 2) }),
};
// What is right, in the usual spellings; blanks, accents and capitals are not compared.
const cases = [
  ["it-IT", 2_000_000, ["due milioni"]],
  ["it-IT", 1001, ["mille uno", "mille e uno"]],
  ["de-DE", 1_000_000, ["eine million"]],
  ["de-DE", 2_000_000, ["zwei millionen"]],
  ["ru-RU", 2000, ["две тысячи"]],
  ["ru-RU", 21_000, ["двадцать одна тысяча"]],
  ["pt-PT", 1_000_001, ["um milhão e um"]],
  ["es-ES", 21_000, ["veintiún mil"]],
  ["es-ES", 1_000_001, ["un millón uno"]],
  ["fr-FR", 71_000, ["soixante et onze mille"]],
  ["pl-PL", 22, ["dwadzieścia dwa"]],
];
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\p{M}\s-]/gu, "");
for (const [name, write] of Object.entries(packages)) {
  const wrong = [];
  for (const [locale, number, right] of cases) {
    const words = await write(number, locale);
    if (!right.some((it) => plain(it) === plain(words))) wrong.push(`${locale} ${number} ${words}`);
  }
  console.log(`${name}: ${wrong.join(", ")}`);
}
JS
seen=$(node run.mjs)
expected='to-words: it-IT 2000000 Milioni, it-IT 1001 Mila Uno, de-DE 1000000 Eins Million, de-DE 2000000 Zwei Million, ru-RU 2000 Два Тысячи, ru-RU 21000 Двадцать Один Тысяч, pt-PT 1000001 Um Milhões Um, es-ES 21000 Veintiuno Mil
n2words: es-ES 21000 veintiuno mil
written-number: it-IT 1001 mille un, de-DE 1000000 one million, de-DE 2000000 two million, es-ES 21000 veintiuno mil, es-ES 1000001 uno millón uno, pl-PL 22 twenty-two'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: wrong: ${seen//$'\n'/; }"
