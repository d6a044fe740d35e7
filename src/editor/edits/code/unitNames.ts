/** What the first line of a statement or a definition says: its name, and what it is. */

/** The first line of a branch, which belongs to the statement above it. */
const branch = /^\}?\s*(?:else|elif|elsif|elseif|except|finally|rescue|ensure|catch)\b/;
export function isBranch(key: string): boolean {
  return branch.test(key);
}
export function isComment(key: string): boolean {
  return /^(?:\/\/|\/\*|#|;|<!--|--\s)/.test(key);
}
const branches = "if|for|foreach|while|switch|match|catch|return|else|with|elif|when|until|unless|do|try";
const statements = "using|lock|case|default|await|throw|new|super|yield";
const control = new RegExp(String.raw`^(?:\}?\s*)(?:${branches}|${statements})\b`);
const visibility = "export|default|declare|async|public|private|protected|internal|static|final|abstract|override|virtual|sealed";
const otherModifiers = String.raw`partial|readonly|pub(?:\([^)]*\))?|unsafe|extern|inline|const|open|suspend|local|data`;
export const modifiers = new RegExp(String.raw`^(?:(?:${visibility}|${otherModifiers})\s+)*`);
const functions = String.raw`def|function\*?|func|fn|fun|sub`;
const types = "class|interface|struct|enum|trait|type|module|namespace|record|object|protocol|extension|impl";
const otherKeywords = "procedure|proc|defmodule|defp?|defn|macro|union|contract";
const parameters = String.raw`(?:\([^)]*\)\s*)?`;
const sign = "[\"'`(]";
const definedName = String.raw`([\p{L}_$][\p{L}\p{N}_$.:]*)`;
const keyword = new RegExp(String.raw`^(?:${functions}|${types}|${otherKeywords})\b\s*${parameters}${sign}?${definedName}`, "u");
const variableName = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const variableWords = String.raw`(?:const|let|var|val|static|final)\s+(?:mut\s+)?`;
export const variable = new RegExp(String.raw`^${variableWords}(${variableName})\s*(?::|=)`, "u");
/** Macros of C, and declarations that only start with these words if a name follows. */
const declared = /^(?:#\s*define|message|service)\s+([A-Za-z_]\w*)(?!\s*[=.:,)])/;
const constant = /^([A-Z][A-Z0-9_]+)\s*(?::[^=]*)?=(?!=)/;
/** A block with a title in quotes, such as a test or a route. */
const titledTests = "describe|context|it|test|specify|scenario|feature";
const titledResources = "resource|data|variable|output|provider";
const titled = new RegExp(`^(?:[\\w.]+\\s*\\(|(?:${titledTests}|${titledResources})\\b)\\s*(["'\`].*["'\`])`);
/** A rule of CSS. */
const rule = /^(?:[.&>+~:*]|[\w-]+(?<!:):(?!:)).*\{$/;
/** A method of Go. */
const receiver = /^func\s*\(\s*(?:\w+\s+)?\*?(\w+)\b[^)]*\)\s*(\w+)/;
/** After a modifier, a field or a property of a class in one line, such as `int size = 3;`. */
const fieldType = String.raw`[\w.]+(?:<.*>)?[[\]?]*`;
const fieldName = String.raw`[\p{L}_$#][\p{L}\p{N}_$]*`;
const fieldEnd = String.raw`=(?!=)|;$|\{\s*(?:get|set|init)\b`;
const declaration = new RegExp(String.raw`^(?:${fieldType}\s+)?(${fieldName})\s*(?:${fieldEnd})`, "u");
/** A custom property of CSS begins with hyphens, a member of an enumeration in Swift or Zig with a dot. */
const entryName = String.raw`(?:--|\.(?=[A-Z]))?[\p{L}_@$][\p{L}\p{N}_.$/@-]*`;
export const entry = new RegExp(String.raw`^(?:-\s+)?["']?(${entryName})["']?\??\s*:(?!:)`, "u");
/** Statements that make names available: they are never left out on purpose. */
const inclusionWords = String.raw`import\b|from\b.*\bimport\b|#\s*include\b|use\b|using\b|require\b|require_relative\b|@import\b|@use\b`;
const inclusionLines = String.raw`package\b|namespace\b.*;$|<\?php$|export\b.*\bfrom\b`;
const inclusion = new RegExp(String.raw`^(?:${inclusionWords}|${inclusionLines})|=\s*require\(`);
export function isInclusion(key: string): boolean {
  return inclusion.test(key);
}

/** An inclusion without the names that it makes available. */
export function inclusionOf(key: string): string {
  const bare = key.replaceAll(/\{[^{}]*\}|\([^()]*\)/g, "").replace(/^(from\s+\S+\s+import)\b.*$/, "$1");
  return bare.replaceAll(/[\s,;]+/g, " ").trim();
}

/** @param isLong Whether it has a body. */
export function unitName(key: string, isLong: boolean): string | undefined {
  const bare = key.replace(modifiers, "");
  if (/^(?:export default\b|module\.exports\s*=)\s*[^\w\s]/.test(key)) return "default";
  const method = receiver.exec(bare);
  if (method !== null) return `${method[1]}.${method[2]}`;
  const field = bare === key ? undefined : declaration.exec(bare)?.[1];
  const named =
    field ??
    declared.exec(key)?.[1] ??
    keyword.exec(bare)?.[1] ??
    variable.exec(key)?.[1] ??
    variable.exec(bare)?.[1] ??
    constant.exec(bare)?.[1];
  if (named !== undefined) return named;
  if (isInclusion(key) || control.test(key)) return undefined;
  // A method of one expression, such as `public int Save() => Put();`.
  if (bare !== key && /^[\w<>[\]?,.\s]+\([^()]*\)\s*=>/.test(bare)) return calledName(bare);
  if (isLong) {
    if (titled.test(key) && /(?:\{|\bdo(?: \|[^|]*\|)?)$/.test(key)) return key.slice(0, titled.exec(key)?.[0].length);
    if (rule.test(key) && !/=>|\bfunction\b/.test(key)) return key;
    const called = calledName(bare);
    if (called !== undefined && !/(?:;|[^}],)$/.test(key)) return called;
  }
  // An item of a list is known by its whole first line, apart from a version.
  return entry.test(key) && key.startsWith("- ") ? key.replace(/@[^@\s]*$/, "") : entry.exec(bare)?.[1];
}

/** Elements that a document usually has once, and those with an `id`. */
export function elementOf(key: string): string | undefined {
  const [, element = "", attributes = ""] = /^<([A-Za-z][\w.:-]*)(?=[\s>/]|$)([^<>]*)/.exec(key) ?? [];
  const id = /\sid\s*=\s*(["'][^"']*["'])/.exec(attributes)?.[1];
  if (id !== undefined) return `<${element} ${id}`;
  return /^(?:html|head|title|body|header|nav|main|footer|template|script|style)$/.test(element) ? `<${element}` : undefined;
}

/** Whether a function's body is in the same line. */
export function hasBody(key: string): boolean {
  const close = key.indexOf(")");
  return close >= 0 && key.indexOf("{", close) > close && /\},?$/.test(key);
}

/** The word before the first round bracket, if only a type is before it. */
function calledName(key: string): string | undefined {
  const open = key.indexOf("(");
  if (open < 0) return undefined;
  const before = key
    .slice(0, open)
    .replace(/<[^<>]*>$/, "")
    .trimEnd();
  const name = before.split(/[^\p{L}\p{N}_$#~]+/u).at(-1) ?? "";
  return /^[\p{L}_$#~]/u.test(name) && /^[\w<>[\],.?&*:~\s$#]*$/.test(before.slice(0, before.length - name.length)) ? name : undefined;
}
