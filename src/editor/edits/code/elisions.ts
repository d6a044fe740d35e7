/** Recognizes lines that stand for code that an answer leaves out, such as `// ... existing code ...`. */

const enclosed: readonly (readonly [open: string, close: string])[] = [
  ["{/*", "*/}"],
  ["{ /*", "*/ }"],
  ["/*", "*/"],
  ["{{!--", "--}}"],
  ["{{--", "--}}"],
  ["{{/*", "*/}}"],
  ["{{!", "}}"],
  ["<!--", "-->"],
  ["<%#", "%>"],
  ["<%--", "--%>"],
  ["<%!--", "--%>"],
  ["@*", "*@"],
  ["{#", "#}"],
  ["(*", "*)"],
  ["{-", "-}"],
  ["--[[", "]]"],
  ["--[=[", "]=]"],
  ["--[==[", "]==]"],
  ["/+", "+/"],
  ["#[", "]#"],
  ["#=", "=#"],
  ["<#", "#>"],
  ["#|", "|#"],
  ['"""', '"""'],
];

const slashesAndHashes = String.raw`//[/!-]?|-?#+(?!\w)|--|;+|%+|'|"`;
/** Of reStructuredText, roff, batch files, m4 and Fortran. */
const otherStarts = String.raw`\.\.(?=\s)|\.\\"|\\(?=\s)|@?rem\b|dnl\b|::|!(?!\[)`;
const commentStart = new RegExp(`^(?:${slashesAndHashes}|${otherStarts})`, "i");

/** The text of a line that is a comment and nothing else, in any language; undefined: it is code. */
function commentText(line: string): string | undefined {
  const text = line.trim();
  for (const [open, close] of enclosed)
    if (text.startsWith(open) && text.endsWith(close) && text.length >= open.length + close.length)
      return text.slice(open.length, text.length - close.length).trim();
  const start = commentStart.exec(text)?.[0];
  return start === undefined ? undefined : text.slice(start.length).trim();
}

/** Words beside dots, in the languages that answers are often written in. */
const elidedWords = new Set(
  "existing rest remaining remainder unchanged other others previous same omitted before code keep more your snip snipped reste restant inchangé existant resto restante existente existentes invariato esistente rest restlicher übriger bestehender bestehende bestehendes unverändert bestaande overige befintlig resterande eksisterende øvrig istniejący pozostały existující zbývající mevcut kalan olemassa código código existente autres inchangée identique otros otras demás igual iguales outros outras demais inalterado andere anderen gleich unveränderte altri altre uguale uguali invariati ongewijzigd".split(
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
  "以下略",
  "原有",
  "保持",
  "そのまま",
  "既存",
  "残り",
  "変更なし",
  "기존",
  "나머지",
  "hiện có",
  "الحالي",
  "المتبقي",
  "существующ",
  "остальн",
  "без изменений",
];
const fillers = new Set(["keep", "leave", "continue", "include", "all", "the", "your", "any", "and", "with", "insert", "here"]);
const leftOut = new Set(["existing", "previous", "remaining", "other", "others", "rest", "everything"]);
const nouns = new Set(
  "code method methods function functions import imports class classes content implementation logic props fields lines tests routes styles rules elements component components markup body statements properties configuration settings options entries cases definitions declarations constants variables helpers types hooks handlers else file items rows columns sections steps services dependencies text paragraphs".split(
    " ",
  ),
);
const tail = new Set(
  "here above below goes go continues remain remains stay stays is are the same unchanged as before intact has have been omitted for brevity".split(
    " ",
  ),
);
const verbs = new Set("is are was were has have can will should must may".split(" "));
const wholeTexts = new Set([
  "unchanged",
  "existing",
  "same as before",
  "same as above",
  "as before",
  "snip",
  "snipped",
  "unchanged code",
  "implementation omitted",
  "implementation unchanged",
  "code unchanged",
  "code omitted for brevity",
  "code omitted",
  "omitted for brevity",
  "etc",
  "and so on",
]);
/** After a noun, these say that it stays: `lines 12-40 remain unchanged`. */
const stays = /(?:^| )(?:unchanged|omitted|(?:remains?|stays?) the same)(?: |$)/;
const unchangedWhere = "above|around|below|here|in|line|made|needed|part|point|required|section|this";
const noChanges = new RegExp(`^no changes?(?: (?:${unchangedWhere}))*$`);
/** Words; a longer comment explains something. */
const longest = 12;
/** Texts in languages that write no spaces, where dots are not needed. */
const chineseStays = "(?:以下|此处|这里)?(?:其他|其余|剩余|现有|原有)?(?:的)?(?:代码|部分|内容|方法)?(?:保持)?(?:不变|省略)";
const chineseCode = "(?:现有|原有|其余|其他|剩余)(?:的)?代码";
const japaneseRest = "以下略|以下省略|(?:既存|残り)の(?:コード|部分).*";
const koreanRest = "나머지 코드.*|기존 코드.*";
const elidedSentence = new RegExp(`^(?:${chineseStays}|${chineseCode}|${japaneseRest}|${koreanRest})$`, "u");

function isElidedText(text: string): boolean {
  const bare = text
    .replace(/^[([{<]/, "")
    .replace(/[)\]}>]$/, "")
    .trim();
  const [leads, ends] = [/^(?:\.{3}|…)/.test(bare), /(?:\.{3}|…)$/.test(bare)];
  const words = bare.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  if (words.length === 0) return leads && /^[.…\s]+$/.test(bare);
  if (words.length > longest) return false;
  if (leads && ends) return true;
  const lower = bare.toLowerCase();
  if (leads)
    return (
      words.some((word) => elidedWords.has(word)) || elidedParts.some((part) => lower.includes(part)) || noChanges.test(words.join(" "))
    );
  return isElidedSentence(words) || elidedSentence.test(lower) || (ends && isElidedPhrase(words, lower));
}

/** Before dots, which may also follow an ordinary sentence: only words about what is left out. */
function isElidedPhrase(words: readonly string[], text: string): boolean {
  if (elidedParts.some((part) => text.includes(part))) return true;
  const isKnown = words.every((word) => elidedWords.has(word) || nouns.has(word) || tail.has(word) || fillers.has(word));
  return isKnown && words.length > 1 && words.some((word) => leftOut.has(word) || wholeTexts.has(word));
}

function isElidedSentence(words: readonly string[]): boolean {
  if (wholeTexts.has(words.join(" ")) || noChanges.test(words.join(" "))) return true;
  const rest = words.slice(words.findIndex((word) => !fillers.has(word)));
  const [first = "", second = ""] = rest;
  // A verb makes a sentence of it: `The rest of the items are sorted`.
  const verb = words.findIndex((word) => verbs.has(word));
  if (verb >= 0 && words.slice(verb).some((word) => !verbs.has(word) && !tail.has(word))) return false;
  if (first === "rest" || first === "remainder")
    return second === "of" || (rest.length > 1 && rest.slice(1).every((word) => tail.has(word)));
  if (first === "no" && second === "changes" && rest[2] === "to" && words.some((word) => leftOut.has(word))) return true;
  const noun = rest.findLastIndex((word) => nouns.has(word));
  const isTail = rest.slice(noun + 1).every((word) => tail.has(word));
  if (verb < 0 && noun >= 0 && isTail && rest.slice(0, noun).every((word) => nouns.has(word)) && stays.test(words.join(" "))) return true;
  if (first === "existing" && rest.length <= 3 && rest.at(-1) === "unchanged") return true;
  if (leftOut.has(first) && noun > 0 && isTail) return first !== "other" || rest.length > noun + 1 || second === "existing";
  return noun >= 0 && isTail && rest.some((word) => leftOut.has(word)) && rest.length > noun + 1;
}

function withoutEmphasis(text: string): string {
  return text.replace(/^[*_]{1,3}/, "").replace(/[*_]{1,3}$/, "");
}

/**
 * @param isKnown Whether the document has this line: then it is the document's own comment.
 * @param isMarkdown In which only HTML has comments, and `# Existing` is a heading.
 */
export function isElision(line: string, isKnown: (line: string) => boolean = () => false, isMarkdown = false): boolean {
  if (line.trim() === "" || isKnown(line.trim())) return false;
  const text = line.trim().replaceAll(/[⋮⋯︙]/g, "…");
  if (/^[([{<]?[.…\s]+[)\]}>]?$/.test(text)) return isElidedText(text);
  // Without a comment mark.
  if (/^\([^()]*[\p{L}\s](?:\.{3}|…)\)$/u.test(text)) return isElidedText(text);
  if (/^[([*_]{0,2}(?:\.{3}|…)\s?[^.…].*(?:\.{3}|…)[)\]*_]{0,2}$/.test(text)) return isElidedText(withoutEmphasis(text));
  if (isMarkdown && !/^(?:<!--|\{\/\*)/.test(text)) return /^[([*_].*[)\]*_]$/.test(text) && isElidedText(withoutEmphasis(text));
  const comment = commentText(text) ?? /^(?:pass|\.\.\.|…)\s*#(.*)$/.exec(text)?.[1];
  return comment !== undefined && isElidedText(comment.trim());
}

/** Whether code follows or precedes an elision in the same line, as in `add(x) { /* ... *\/ }`. */
export function hasElisionInside(line: string): boolean {
  if (/\{\s?(?:\.{3}|…)\s?\}|(?:[=:(,]|\breturn)\s*\[\s?(?:\.{3}|…)\s?\]/.test(line)) return true;
  // A body that is nothing but a comment needs no dots.
  const isBody = /\*\/\s?\}$/.test(line) && /\{\s?\/\*/.test(line);
  if (isBody && commentsIn(line).some(isElidedText)) return true;
  return commentsIn(line).some((comment) => /^(?:\.{3}|…)|(?:\.{3}|…)$/.test(comment) && isElidedText(comment));
}

/** A function of Python in one line, whose body may be left out: `def load(path): ...`. */
export function isStub(line: string): boolean {
  const [code = ""] = line.split("#", 1);
  const body = /(?:\.{3}|…)$/.exec(code.trim())?.[0];
  return body !== undefined && /^(?:async )?def\s/.test(code.trim()) && code.trim().slice(0, -body.length).trimEnd().endsWith(":");
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

const openings = ["/*", "<!--", "{/*", "{{!--", "<%--"]
  .map((open) => enclosed.find(([one]) => one === open))
  .filter((one) => one !== undefined);
/** Lines; a longer comment explains something. */
const longestComment = 5;

/** The lines with each elision in a comment of several lines as one line. */
export function joinElidedComments(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [open, close] = openings.find(([start]) => line.trim().startsWith(start)) ?? [];
    const end =
      close === undefined || line.includes(close) ? -1 : lines.slice(index, index + longestComment).findIndex((one) => one.includes(close));
    const comment = lines.slice(index, index + end + 1).map((one) => one.trim().replace(/^\*(?!\/)\s?/, ""));
    const text = open === undefined || close === undefined || end < 1 ? undefined : `${comment.join(" ")}`;
    if (text !== undefined && close !== undefined && text.endsWith(close) && isElision(text)) {
      joined.push(line.slice(0, line.length - line.trimStart().length) + text);
      index += end;
    } else joined.push(line);
  }
  return joined;
}
