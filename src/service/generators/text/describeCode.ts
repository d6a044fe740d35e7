/** A piece of code in; its language and what can be counted and found in it without running it, out. */

export interface Definition {
  name: string;
  /** From 1. */
  line: number;
}

export interface CodeFacts {
  /** A person's name for the language, and the one of a Markdown fence. */
  language: { name: string; fence: string };
  lines: number;
  blankLines: number;
  commentLines: number;
  functions: Definition[];
  /** Classes, interfaces, structures, enumerations and named types. */
  types: Definition[];
  /** Lines that import something. */
  imports: number;
  longestLine: { line: number; characters: number };
}

interface Language {
  name: string;
  fence: string;
  /** Each occurrence speaks for the language. */
  signs: RegExp;
}

/** Of languages with as many signs, the first. */
const languages: readonly Language[] = [
  {
    name: "TypeScript",
    fence: "typescript",
    signs:
      /:\s*(?:string|number|boolean|void|unknown|readonly\b)|^\s*(?:export )?(?:interface \w+|type \w+ =)|\bimport type\b|\bPromise<|\bfunction \w+|=>|\bconst \w+/gm,
  },
  {
    name: "JavaScript",
    fence: "javascript",
    signs: /\b(?:const|let|var) \w+|\bfunction\b|=>|\brequire\(|\bexport (?:default|const|function)/gm,
  },
  {
    name: "Python",
    fence: "python",
    signs:
      /^\s*(?:async )?def \w+\(.*:\s*$|^\s*class \w+.*:\s*$|^\s*(?:from [\w.]+ )?import \w|\bself\b|^\s*(?:if|for|while|elif|else|try)\b.*:\s*$/gm,
  },
  { name: "Rust", fence: "rust", signs: /\bfn \w+|\blet mut\b|^\s*impl\b|^\s*use \w+::|\bpub (?:fn|struct)|->\s*\w+|&str\b/gm },
  { name: "Go", fence: "go", signs: /^package \w+|^func \w*|:=|^import \(|\bfmt\./gm },
  {
    name: "Java",
    fence: "java",
    signs: /\bpublic (?:static |final )?(?:class|void|int|String)\b|^import java|\bSystem\.out\b|\bprivate \w+ \w+/gm,
  },
  {
    name: "C#",
    fence: "csharp",
    signs: /^using System|^\s*namespace \w+|\bConsole\.Write|\bpublic (?:async )?(?:class|Task|void|string)\b/gm,
  },
  { name: "C++", fence: "cpp", signs: /^#include\s*<\w+>|\bstd::|\btemplate\s*</gm },
  { name: "C", fence: "c", signs: /^#include\s*[<"][\w/]+\.h|\bprintf\(|\bint main\(/gm },
  { name: "PHP", fence: "php", signs: /<\?php|\$\w+\s*=|\becho \$/gm },
  { name: "Ruby", fence: "ruby", signs: /^\s*def \w+[^:]*$|^\s*end$|\bputs\b|^require '/gm },
  { name: "shell script", fence: "bash", signs: /^#!.*sh\b|^\s*(?:fi|done|esac)$|^\s*if \[|\becho "?\$|\bset -e/gm },
  { name: "SQL", fence: "sql", signs: /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|FROM|WHERE|JOIN|GROUP BY|ORDER BY)\b/gm },
  { name: "HTML", fence: "html", signs: /<!doctype html|<\/(?:html|body|div|p|span|a|ul|li|head|script)>/gi },
  { name: "CSS", fence: "css", signs: /^\s*[\w-]+:\s*[^;{}]+;$|^[.#]?[\w-]+(?:[ ,>:.#\w-]*)\s*\{$/gm },
];

const functionPatterns: readonly RegExp[] = [
  /\bfunction\*?\s+(\w+)/,
  /^\s*(?:async\s+)?def\s+(\w+)/,
  /\bfn\s+(\w+)/,
  /^func\s+(?:\([^)]*\)\s*)?(\w+)/,
  /\b(?:const|let|var)\s+(\w+)(?:\s*:[^=]+)?\s*=\s*(?:async\s*)?(?:function\b|(?:\([^)]*\)|\w+)(?:\s*:\s*[^=]+)?\s*=>)/,
  /^\s*(?:(?:public|private|protected|internal|static|final|async|override|virtual|readonly|get|set)\s+)*(?:[\w<>[\],.*&]+\s+)?#?(\w+)\s*\([^;]*\)\s*(?::\s*[^{=]+|const|throws [\w, ]+)?\s*\{\s*$/,
];
const typePattern = /^\s*(?:export\s+|pub(?:lic)?\s+|abstract\s+|default\s+|final\s+)*(?:class|interface|struct|enum|trait|type)\s+(\w+)/;
const importPattern = /^\s*(?:import\b|from\s+[\w.]+\s+import\b|use\s+\w+|using\s+\w+|#include\b|require\b)|\brequire\(/;
const notFunctions = new Set(["if", "for", "while", "switch", "catch", "with", "return", "else", "do", "match"]);
const commentPattern = /^\s*(?:\/\/|\/\*|\*|#(?!include|!)|--\s|<!--|""")/;

function signsOf(code: string, { signs }: Language): number {
  return code.match(signs)?.length ?? 0;
}

function guessLanguage(code: string, named: string | undefined): Language | undefined {
  const wished = named?.toLowerCase();
  const aliases: Record<string, string> = {
    ts: "typescript",
    tsx: "typescript",
    js: "javascript",
    jsx: "javascript",
    py: "python",
    rs: "rust",
    sh: "bash",
    cs: "csharp",
  };
  const known = wished && languages.find(({ fence }) => fence === (aliases[wished] ?? wished));
  if (known) return known;
  const written = code.split("\n").filter((line) => line.trim() !== "").length;
  const [best] = languages.map((language) => ({ language, count: signsOf(code, language) })).sort((a, b) => b.count - a.count);
  // A prose text may hold a sign here and there.
  return best && best.count >= Math.max(2, written / 6) ? best.language : undefined;
}

/** Characters. The patterns take time with the square of a line's length. */
const longestReadable = { code: 200_000, line: 1_000 };

/** `named`: what a Markdown fence calls the language. undefined: this is no code in a language that is known here, or too long to look at. */
export function describeCode(code: string, named?: string): CodeFacts | undefined {
  if (code.length > longestReadable.code || code.split("\n").some((line) => line.length > longestReadable.line)) return undefined;
  const language = guessLanguage(code, named);
  if (!language) return undefined;
  const lines = code.replace(/\n$/, "").split("\n");
  const functions: Definition[] = [];
  const types: Definition[] = [];
  let longestLine = { line: 1, characters: 0 };
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (text.length > longestLine.characters) longestLine = { line, characters: text.length };
    if (commentPattern.test(text)) continue;
    const type = typePattern.exec(text)?.[1];
    if (type) types.push({ name: type, line });
    const name = type ? undefined : functionPatterns.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
    if (name && !notFunctions.has(name)) functions.push({ name, line });
  }
  return {
    language: { name: language.name, fence: language.fence },
    lines: lines.length,
    blankLines: lines.filter((line) => line.trim() === "").length,
    commentLines: lines.filter((line) => commentPattern.test(line)).length,
    functions,
    types,
    imports: lines.filter((line) => importPattern.test(line)).length,
    longestLine,
  };
}
