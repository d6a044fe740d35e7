/** The text of comments and strings in source code. */

/** Signs that begin a comment up to the end of its line. */
const lineComments = [/^\/\/[/!]?/, /^#+!?(?!\[)/, /^--+(?!\[=*\[)/, /^;+/, /^%+/, /^(?:REM|::)(?:\s|$)/i, /^'(?=\s)(?!.*')/];
const blockComments: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/^\/\*+!?/, /\*{1,9}\/$/],
  [/^\{?<!--/, /-->\}?$/],
  [/^[a-z]{0,2}"""/i, /"""$/],
  [/^[a-z]{0,2}'''/i, /'''$/],
  [/^\{-/, /-\}$/],
  [/^\(\*/, /\*\)$/],
  [/^\{\/\*/, /\*\/\}$/],
  [/^<#/, /#>$/],
  [/^--\[=*\[/, /\]=*\]$/],
  [/^=begin\b/, /^=end$/m],
];

/** Returns the text as it is if it is more than one comment or string. */
export function plainTextOfCode(source: string): string {
  const text = source.trim();
  const lines = text.split("\n").map((line) => line.trim());
  for (const sign of lineComments) {
    const isComment = (line: string) => line === "" || sign.test(line);
    if (sign.test(text) && lines.every(isComment))
      return joinLines(withoutDocumentation(lines.map((line) => line.replace(sign, "").trim())));
  }
  for (const [open, close] of blockComments) {
    if (!open.test(text) || !close.test(text)) continue;
    const inner = text.replace(open, "").replace(close, "").split("\n");
    return joinLines(inner.map((line) => line.trim().replace(/^\*(?:\s|$)/, "")));
  }
  return /^[a-z]{0,2}(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1[,;]?$/i.exec(text)?.[2]?.replace(/\\n/g, "\n").replace(/\\(.)/g, "$1") ?? text;
}

/** Without the tags of XML documentation. */
function withoutDocumentation(lines: readonly string[]): readonly string[] {
  const tag = /<\/?(?:summary|remarks|para|param|returns|value|c|see|example)\b[^<>]{0,200}>/g;
  return /^<(?:summary|remarks|param|returns|value)\b/.test(lines[0] ?? "") ? lines.map((line) => line.replace(tag, "")) : lines;
}

function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join("\n")
    .trim();
}
