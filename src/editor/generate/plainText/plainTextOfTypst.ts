/** The text of Typst documents without its markup. Formulas keep their source. */
import { readInlineMarks } from "./lightMarkup.ts";

/** Statements up to the end of their line. */
const statement = /^(?:let|set|show|import|include)\b/;
/** Functions whose content is not part of the text where they are. */
const dropped = /^(?:footnote|label|cite|ref|bibliography|pagebreak|counter|v|h|place)$/;
const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export function plainTextOfTypst(source: string): string {
  const withoutComments = source.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, "").replace(/(^|[^:\\])\/\/.*$/gm, "$1");
  return readInlineMarks(
    readContent(withoutComments)
      .replace(/^[ \t]*(?:={1,6}|[-+]|\/|\d+\.) (?=\S)/gm, "")
      .replace(/[ \t]?<[\w:.-]{1,100}>/g, "")
      .replace(/(?<![\w\\])@[\w:-]{1,100}(?:\[[^\]\n]{0,200}\])?/g, "")
      .replace(/[ \t]?\\$/gm, "")
      .replace(/```\w*|~/g, (mark) => (mark === "~" ? " " : ""))
      .replace(/---/g, "—")
      .replace(/--/g, "–"),
    ["*", "_", "`"],
  ).replace(/\\([^\w\s])/g, "$1");
}

/** Replaces each call by the content in its brackets. */
function readContent(source: string): string {
  let text = "";
  let from = 0;
  for (const match of source.matchAll(/(?<!\\)#(?=[a-z_([{])/gi)) {
    if (match.index < from) continue;
    text += source.slice(from, match.index);
    const call = readCall(source, match.index + 1);
    text += call.text;
    from = call.end;
  }
  return text + source.slice(from);
}

function readCall(source: string, start: number): { text: string; end: number } {
  const rest = source.slice(start);
  if (statement.test(rest)) return { text: "", end: endOfStatement(source, start) };
  const name = /^[\w.-]*/.exec(rest)?.[0].replace(/[.-]{1,9}$/, "") ?? "";
  let end = start + name.length;
  const texts: string[] = [];
  for (let close = closers[source[end] ?? ""]; close !== undefined; close = closers[source[end] ?? ""]) {
    const after = endOfGroup(source, end);
    const inner = source.slice(end + 1, after - 1);
    texts.push(source[end] === "[" ? readContent(inner) : textOfArguments(inner, name));
    end = after;
  }
  return { text: dropped.test(name) ? "" : (texts.filter((text) => text !== "").at(-1) ?? ""), end };
}

/** The contents among arguments, such as a caption; without one, the address of a link or the text of an image. */
function textOfArguments(inner: string, name: string): string {
  const alt = /\balt:\s*"([^"\n]*)"/.exec(inner)?.[1] ?? "";
  const contents: string[] = [];
  for (let at = inner.indexOf("["); at >= 0; at = inner.indexOf("[", at)) {
    const after = endOfGroup(inner, at);
    contents.push(readContent(inner.slice(at + 1, after - 1)));
    at = after;
  }
  if (contents.length > 0) return contents.join(" ");
  return name === "link" || name === "text" ? (/"([^"\n]*)"/.exec(inner)?.[1] ?? "") : alt;
}

/** The offset after the closing bracket; brackets in strings do not count. */
function endOfGroup(source: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at] ?? "";
    if (sign === "\\") at += 1;
    else if (sign === '"' && source[start] !== "[") isString = !isString;
    else if (!isString && "([{".includes(sign)) depth += 1;
    else if (!isString && ")]}".includes(sign)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return source.length;
}

function endOfStatement(source: string, start: number): number {
  let at = start;
  while (at < source.length && source[at] !== "\n") at = "([{".includes(source[at] ?? "") ? endOfGroup(source, at) : at + 1;
  return at;
}
