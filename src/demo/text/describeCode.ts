/** Describes code: its language, and what can be counted and found without running it. */

export interface Definition {
  name: string;
  /** From 1. */
  line: number;
}

export interface CodeFacts {
  /** The language's display name and its name in a Markdown fence. */
  language: { name: string; fence: string };
  lines: number;
  blankLines: number;
  commentLines: number;
  functions: Definition[];
  /** Classes, interfaces, structures, enumerations and named types. */
  types: Definition[];
  /** Number of lines with imports. */
  imports: number;
  longestLine: { line: number; characters: number };
}

interface Language {
  name: string;
  fence: string;
  /** Matches that indicate the language. */
  signs: RegExp;
}

/** If several languages have the same number of matches, the first is chosen. */
const languages: readonly Language[] = [
  {
    name: "TypeScript",
    fence: "typescript",
    signs:
      /:\s*(?:string|number|boolean|void|unknown|readonly\b)|^[ \t]*(?:export )?(?:interface \w+|type \w+ =)|\bimport type\b|\bPromise<|\bfunction \w+|=>|\bconst \w+/gm,
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
      /^[ \t]*(?:async )?def \w+\(.*:[ \t]*$|^[ \t]*class \w.*:[ \t]*$|^[ \t]*(?:from [\w.]+ )?import \w|\bself\b|^[ \t]*(?:if|for|while|elif|else|try)\b.*:[ \t]*$/gm,
  },
  { name: "Rust", fence: "rust", signs: /\bfn \w+|\blet mut\b|^[ \t]*impl\b|^[ \t]*use \w+::|\bpub (?:fn|struct)|->\s*\w+|&str\b/gm },
  { name: "Go", fence: "go", signs: /^package \w+|^func \w*|:=|^import \(|\bfmt\./gm },
  {
    name: "Java",
    fence: "java",
    signs: /\bpublic (?:static |final )?(?:class|void|int|String)\b|^import java|\bSystem\.out\b|\bprivate \w+ \w+/gm,
  },
  {
    name: "C#",
    fence: "csharp",
    signs: /^using System|^[ \t]*namespace \w+|\bConsole\.Write|\bpublic (?:async )?(?:class|Task|void|string)\b/gm,
  },
  { name: "C++", fence: "cpp", signs: /^#include\s*<\w+>|\bstd::|\btemplate\s*</gm },
  { name: "C", fence: "c", signs: /^#include\s*[<"][\w/]+\.h|\bprintf\(|\bint main\(/gm },
  { name: "PHP", fence: "php", signs: /<\?php|\$\w+\s*=|\becho \$/gm },
  { name: "Ruby", fence: "ruby", signs: /^[ \t]*def \w[^:]*$|^[ \t]*end$|\bputs\b|^require '/gm },
  { name: "shell script", fence: "bash", signs: /^#!.*sh\b|^[ \t]*(?:fi|done|esac)$|^[ \t]*if \[|\becho "?\$|\bset -e/gm },
  {
    name: "SQL",
    fence: "sql",
    signs: /^[ \t]*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|FROM|WHERE|JOIN|GROUP BY|ORDER BY)\b/gm,
  },
  { name: "HTML", fence: "html", signs: /<!doctype html|<\/(?:html|body|div|p|span|a|ul|li|head|script)>/gi },
  { name: "CSS", fence: "css", signs: /^[ \t]*[\w-]+:(?:(?![;{}]).)+;$|^[.#]?[\w-][ \t,>:.#\w-]*(?:\n[ \t]*)?\{$/gm },
];

const functionPatterns: readonly RegExp[] = [
  /\bfunction\*?\s+(\w+)/,
  /^\s*(?:async\s+)?def\s+(\w+)/,
  /\bfn\s+(\w+)/,
  /^func\s+(?:\([^)]*\)\s*)?(\w+)/,
  /\b(?:const|let|var)\s+(\w+)(?:\s*:(?:(?!\b(?:const|let|var)\b)[^=])+|\s*)=\s*(?:async\s*)?(?:function\b|(?:\([^()]*\)|\w+)(?:\s*:[^=]+|\s*)=>)/,
];
const methodHead =
  /^\s*(?:(?:public|private|protected|internal|static|final|async|override|virtual|readonly|get|set)\s+)*(?:[\w<>[\],.*&]+\s+)?#?(\w+)\s*\(/;
const methodTail = /\)\s*(?::(?:(?!\)\s*:)[^{=])+|const\s*|throws [\w, ]+)?\{\s*$/;

const typePattern = /^\s*(?:export\s+|pub(?:lic)?\s+|abstract\s+|default\s+|final\s+)*(?:class|interface|struct|enum|trait|type)\s+(\w+)/;
const importPattern = /^\s*(?:import\b|from\s+[\w.]+\s+import\b|use\s+\w+|using\s+\w+|#include\b|require\b)|\brequire\(/;
const notFunctions = new Set(["if", "for", "while", "switch", "catch", "with", "return", "else", "do", "match"]);
const commentPattern = /^\s*(?:\/\/|\/\*|\*|#(?!include|!)|--\s|<!--|""")/;

function signsOf(code: string, { signs }: Language): number {
  return code.match(signs)?.length ?? 0;
}

function guessLanguage(code: string, named: string | undefined): Language | undefined {
  const requested = named?.toLowerCase();
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
  const known = requested && languages.find(({ fence }) => fence === (aliases[requested] ?? requested));
  if (known) return known;
  const written = code.split("\n").filter((line) => line.trim() !== "").length;
  const [best] = languages.map((language) => ({ language, count: signsOf(code, language) })).sort((a, b) => b.count - a.count);
  // Prose may contain a few matches.
  return best && best.count >= Math.max(2, written / 6) ? best.language : undefined;
}

/** In characters. Longer code is treated as data. */
const longestReadable = { code: 200_000, line: 1_000 };

function functionName(line: string): string | undefined {
  const name = functionPatterns.map((pattern) => pattern.exec(line)?.[1]).find(Boolean);
  if (name) return name;
  const head = methodHead.exec(line);
  const tail = methodTail.exec(line);
  return head && tail && !line.slice(head[0].length, tail.index).includes(";") ? head[1] : undefined;
}

/** `named`: the language in a Markdown fence. undefined: it is not code in a supported language, or too long to analyse. */
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
    const name = type ? undefined : functionName(text);
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
