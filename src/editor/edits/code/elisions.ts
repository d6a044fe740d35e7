/** Recognizes lines that stand for code that an answer leaves out, such as `// ... existing code ...`. */

const enclosed: readonly (readonly [open: string, close: string])[] = [
  ["{/*", "*/}"],
  ["/*", "*/"],
  ["{{!--", "--}}"],
  ["{{/*", "*/}}"],
  ["{{!", "}}"],
  ["<!--", "-->"],
  ["<%#", "%>"],
  ["<%--", "--%>"],
  ["@*", "*@"],
  ["{#", "#}"],
  ["(*", "*)"],
  ["{-", "-}"],
  ["--[[", "]]"],
  ["#=", "=#"],
  ["<#", "#>"],
  ["#|", "|#"],
  ['"""', '"""'],
];

/** The text of a line that is a comment and nothing else, in any language; undefined: it is code. */
function commentText(line: string): string | undefined {
  const text = line.trim();
  for (const [open, close] of enclosed)
    if (text.startsWith(open) && text.endsWith(close) && text.length >= open.length + close.length)
      return text.slice(open.length, text.length - close.length).trim();
  const start = /^(?:\/\/[/!]?|#+(?!\w)|--|;+|%+|'|"|\.\.(?=\s)|rem\b|dnl\b|::|!(?!\[))/i.exec(text)?.[0];
  return start === undefined ? undefined : text.slice(start.length).trim();
}

/** Words beside dots, in the languages that answers are often written in. */
const elidedWords = new Set(
  "existing rest remaining remainder unchanged other others previous same omitted before code keep more your reste restant inchangé existant resto restante existente existentes invariato esistente rest restlicher übriger bestehender bestehende bestehendes unverändert".split(
    " ",
  ),
);
const elidedParts = [
  "现有",
  "其余",
  "其他",
  "剩余",
  "不变",
  "省略",
  "既存",
  "残り",
  "変更なし",
  "기존",
  "나머지",
  "существующ",
  "остальн",
  "без изменений",
];
const fillers = new Set(["keep", "include", "all", "the", "your", "any", "and", "with", "insert"]);
const leftOut = new Set(["existing", "previous", "remaining", "other", "others", "rest", "everything"]);
const nouns = new Set(
  "code method methods function functions import imports class classes content implementation logic props fields lines tests routes styles rules elements component components markup body statements properties configuration settings options entries cases definitions declarations constants variables helpers types hooks handlers else file".split(
    " ",
  ),
);
const tail = new Set(
  "here above below goes go remain remains stay stays is are the same unchanged as before intact omitted for brevity".split(" "),
);
const wholeTexts = new Set([
  "unchanged",
  "existing",
  "same as before",
  "same as above",
  "no changes",
  "no change",
  "no changes here",
  "no changes needed",
  "code omitted",
  "omitted for brevity",
]);
/** Words; a longer comment explains something. */
const longest = 12;

function isElidedText(text: string): boolean {
  const bare = text
    .replace(/^[([{<]/, "")
    .replace(/[)\]}>]$/, "")
    .trim();
  const isDotted = (dots: string) => bare.startsWith(dots) || bare.endsWith(dots);
  const hasDots = isDotted("...") || isDotted("…");
  const words = bare.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  if (words.length === 0) return hasDots && /^[.…\s]+$/.test(bare);
  if (words.length > longest) return false;
  if (hasDots) {
    const isEnclosed = /^(?:\.\.\.|…)/.test(bare) && /(?:\.\.\.|…)$/.test(bare);
    return isEnclosed || words.some((word) => elidedWords.has(word)) || elidedParts.some((part) => bare.toLowerCase().includes(part));
  }
  return isElidedSentence(words);
}

function isElidedSentence(words: readonly string[]): boolean {
  if (wholeTexts.has(words.join(" "))) return true;
  const rest = words.slice(words.findIndex((word) => !fillers.has(word)));
  const [first = "", second = ""] = rest;
  if ((first === "rest" || first === "remainder") && second === "of") return true;
  const noun = rest.findLastIndex((word) => nouns.has(word));
  const isTail = rest.slice(noun + 1).every((word) => tail.has(word));
  if (leftOut.has(first) && noun > 0 && isTail) return first !== "other" || rest.length > noun + 1 || second === "existing";
  return noun >= 0 && isTail && rest.some((word) => leftOut.has(word)) && rest.length > noun + 1;
}

/** @param isKnown Whether the document has this line: then it is the document's own comment. */
export function isElision(line: string, isKnown: (line: string) => boolean = () => false): boolean {
  const text = line.trim();
  if (text === "" || isKnown(text)) return false;
  if (/^[([{<]?[.…\s]+[)\]}>]?$/.test(text)) return isElidedText(text);
  const comment = commentText(text) ?? /^(?:pass|\.\.\.|…)\s*#(.*)$/.exec(text)?.[1];
  return comment !== undefined && isElidedText(comment.trim());
}

/** Whether code follows or precedes an elision in the same line, as in `add(x) { /* ... *\/ }`. */
export function hasElisionInside(line: string): boolean {
  if (/\{\s?(?:\.{3}|…)\s?\}/.test(line)) return true;
  return commentsIn(line).some((comment) => /^(?:\.{3}|…)|(?:\.{3}|…)$/.test(comment) && isElidedText(comment));
}

function commentsIn(line: string): string[] {
  const between = ([open, close]: readonly [string, string]) =>
    line
      .split(open)
      .slice(1)
      .flatMap((part) => (part.includes(close) ? [part.slice(0, part.indexOf(close)).trim()] : []));
  const ends = [" // ", " # "].flatMap((mark) => (line.includes(mark) ? [line.slice(line.lastIndexOf(mark) + mark.length).trim()] : []));
  return [...between(["/*", "*/"]), ...between(["<!--", "-->"]), ...ends];
}
