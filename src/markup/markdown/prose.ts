/** Distinguishes formulas from prose between the same delimiters, such as `\[1\]`, `$$ is the PID and $$` and `\(see below\)`. */

/** Names of functions, which formulas may contain without a backslash. */
const functionNames = new Set(
  "arg cos cosh cot deg det dim exp gcd inf ker lcm lim ln log max min mod sec sin sinh sup tan tanh".split(" "),
);
const command = /(?<![\\:])\\[a-zA-Z]+/;
const commands = /\\[a-zA-Z]+(?:\s*\{[^{}]*\})?/g;
/** A superscript, or a subscript of a single letter or a bracket, so that `my_file` is not one. */
const script = /[\p{L}\d)}\]'|]\^|(?:(?<![\p{L}\d_])\p{L}|[)}\]])_[\p{L}\d{\\]/u;
/** A script whose base is before the formula. */
const bareScript = /^\s*[\^_]/;
const relation = /[=<>≤≥≠≈∈∑∏∫√±×÷·→⇒∞]/u;
const operator = /[\p{L}\d)]\s*[+*]\s*[\p{L}\d(]|\p{L} - [\p{L}\d]|[\p{L}\d] - \p{L}/u;

/** A word of three letters or more that is not a command or the name of a function. */
function hasWords(content: string): boolean {
  const words = content.replace(commands, " ").match(/\p{L}{3,}/gu) ?? [];
  return words.some((word) => !functionNames.has(word.toLowerCase()));
}

/** Whether the content has the signs of a formula, whatever its delimiters are. */
function hasSigns(content: string): boolean {
  if (command.test(content) || script.test(content)) return true;
  if (hasWords(content)) return /\s[=≈≤≥<>]\s/.test(content);
  return relation.test(content) || operator.test(content);
}

/** Signs of a regular expression: any character with a quantifier, negated classes, ranges, and classes with a backslash. */
const regularExpression = /\.[*+?](?![a-zA-Z\d\\(])|\[\^|\[(?:a-z|A-Z|0-9)|\\[dswDSWB](?![a-zA-Z])/;
/** Alternatives of a regular expression: the bars of a norm are in pairs, and those of a relation between spaces. */
function hasAlternatives(content: string): boolean {
  return content.split("\\|").length % 2 === 0 && !/\s\\\|\s/.test(content);
}
const longCommand = /\\[a-zA-Z]{2}/;
const drive = /^\s*[a-zA-Z]:\\/;
/** A letter that is not a check mark. */
const oneLetter = /^\s*(?![xX])\p{L}\s*$/u;

const endsWord = /[a-zA-Z0-9]$/;

/**
 * Without any sign, a formula is a short term, such as `\(n\)` and `$$x$$`. Escaped brackets are more common, such as `\[1\]` and `\[x\]`.
 * @param before The end of the text before it. Brackets after a word are those of a call or an index, such as `f\(x\)` and `list\[i + 1\]`.
 */
export function isProse(content: string, opener: string, before: string): boolean {
  if (content.trim() === "" || drive.test(content)) return true;
  if (opener === "\\(" && (regularExpression.test(content) || hasAlternatives(content)) && !longCommand.test(content)) return true;
  if (opener !== "$$" && endsWord.test(before)) return ![command, script, bareScript].some((sign) => sign.test(content));
  if (hasSigns(content)) return false;
  if (opener === "\\[") return !oneLetter.test(content);
  return hasWords(content) || (opener === "$$" && content.trim() !== content);
}
