/** What a translated text must have in common with the English one, because the program or VS Code reads it. */

export interface Texts {
  readonly [key: string]: string;
}

/** What is read of a text, with all its occurrences. */
const parts: readonly { name: string; find: RegExp }[] = [
  { name: "placeholders", find: /\{[^{}\s]*\}/g },
  { name: "icons", find: /\$\([\w~-]+\)/g },
  { name: "code", find: /`[^`]*`/g },
  { name: "targets of links", find: /\]\([^)\s]*\)/g },
  { name: "bold marks", find: /\*\*/g },
  { name: "access keys", find: /&&/g },
  { name: "lines", find: /\n/g },
  { name: "the product's name", find: /Generation Studio/g },
];

const plural = /\{(\d), plural,((?: *\w+ \{[^{}]*\})+) *\}/g;
const pluralForm = /(\w+) \{([^{}]*)\}/g;

/** @param language As VS Code names it: `de`, `zh-cn`. @returns what is wrong, in English; empty if nothing is. */
export function checkTranslation(language: string, english: string, translated: string): string[] {
  if (translated.trim() === "" && english.trim() !== "") return ["is empty"];
  return [
    ...checkPlurals(language, english, translated),
    ...parts.flatMap(({ name, find }) => compare(name, english.replaceAll(plural, ""), translated.replaceAll(plural, ""), find)),
    ...compare("the space around it", english, translated, /^\s+|\s+$/g),
    ...(english.endsWith("…") === translated.endsWith("…") ? [] : ["“…” at its end, which says that a question follows, differs"]),
  ];
}

function compare(what: string, english: string, translated: string, find: RegExp): string[] {
  const expected = (english.match(find) ?? []).toSorted();
  const found = (translated.match(find) ?? []).toSorted();
  return JSON.stringify(expected) === JSON.stringify(found)
    ? []
    : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
}

/** A language has the forms of CLDR that it needs, at least `other`; all but those of one value contain `#` where the English ones do. */
function checkPlurals(language: string, english: string, translated: string): string[] {
  const expected = [...english.matchAll(plural)];
  const found = [...translated.matchAll(plural)];
  const indices = (all: RegExpExecArray[]) =>
    all
      .map(([, index]) => index)
      .toSorted()
      .join();
  if (indices(expected) !== indices(found)) return [`plurals of {${indices(found)}} instead of {${indices(expected)}}`];
  const known: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const counts = english.includes("#");
  return found.flatMap(([whole, , forms = ""]) => {
    const texts = new Map([...forms.matchAll(pluralForm)].map(([, name = "", text = ""]) => [name, text]));
    return [
      ...[...texts.keys()]
        .filter((name) => !known.includes(name))
        .map((name) => `the form “${name}” in ${whole}, which ${language} has not`),
      ...(texts.has("other") ? [] : [`no form “other” in ${whole}`]),
      ...(counts && texts.get("other")?.includes("#") === false ? [`no “#” in ${whole}`] : []),
    ];
  });
}
