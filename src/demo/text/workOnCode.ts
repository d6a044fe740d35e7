/** Describes, reviews, tests or documents given code. */
import { type CodeFacts, type Definition, describeCode } from "./describeCode.ts";
import type { Skill, TextTask } from "./task.ts";

interface GivenCode {
  code: string;
  facts: CodeFacts;
}

const startsWithCode = /^(?:import|export|def|class|function|const|let|package|#include|#!|use|pub|fn|from \S+ import)\s/;

/** The code of the task: from a fenced block in the dialogue, otherwise the whole material. A document with a block of code is not code. */
function codeOf({ prompt, material, files }: TextTask): GivenCode | undefined {
  if (!material) return undefined;
  const fence = /```([\w+#-]*)(?![\w+#-])[^`\n]*\n([\s\S]*?)```/;
  const fenced = files.length > 0 ? undefined : (fence.exec(material) ?? fence.exec(prompt));
  const code = fenced?.[2] ?? (startsWithCode.test(prompt) ? prompt : material);
  const facts = describeCode(code, fenced?.[1]);
  return facts && { code, facts };
}

const named = (definitions: readonly Definition[]) => definitions.map(({ name, line }) => `\`${name}\` (line ${line})`).join(", ");
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Markdown: a table of counts, and the definitions with their lines. */
function codeTable({ language, lines, blankLines, commentLines, functions, types, imports, longestLine }: CodeFacts): string {
  return [
    "| What | Found |",
    "| --- | --- |",
    `| Language | ${language.name} (guessed from the text) |`,
    `| Lines | ${lines}, of them ${blankLines} blank and ${commentLines} of comments |`,
    `| Imports | ${imports} |`,
    `| Functions | ${functions.length === 0 ? "none" : named(functions)} |`,
    `| Classes and types | ${types.length === 0 ? "none" : named(types)} |`,
    `| Longest line | line ${longestLine.line}, ${counted(longestLine.characters, "character")} |`,
  ].join("\n");
}

const explain = ({ facts }: GivenCode): string => {
  const { functions, types, language } = facts;
  const parts = [
    ...(functions.length > 0 ? [counted(functions.length, "function")] : []),
    ...(types.length > 0 ? [counted(types.length, "type")] : []),
  ];
  const inOrder = [...types, ...functions].sort((a, b) => a.line - b.line);
  const reading = inOrder.map(({ name, line }, index) => `${index + 1}. Line ${line}: \`${name}\``);
  return [
    "## What this code holds",
    "",
    `${counted(facts.lines, "line")} of **${language.name}**${parts.length > 0 ? ` that define ${parts.join(" and ")}` : ""}.`,
    "",
    codeTable(facts),
    ...(reading.length > 1 ? ["", "### Read it in this order", "", ...reading] : []),
    "",
    "> All of this is counted in your text. What the code is meant for, a real model would say.",
  ].join("\n");
};

/** Remarks of a reviewer, and the pattern of lines to which they apply. */
const remarks: readonly [string, RegExp][] = [
  ["an open task in a comment", /\b(?:TO[D]O|FIX[M]E|XX[X])\b/],
  ["output for debugging", /\bconsole\.(?:log|debug)\(|^\s*print\(|\bdbg!\(/],
  ["`var` where `const` or `let` would be narrower", /^\s*var\s/],
  ["a comparison with `==` that converts its sides", /[^=!]==[^=]\s*(?!null)/],
  ["`any`, which switches the checks off", /:\s*any\b|<any>|as any\b/],
  ["an error that is caught and dropped", /catch\s*(?:\([^()]*\)\s*)?\{\s*\}|except(?:(?!except)[^:])*:\s*pass/],
  ["more than 120 characters", /^.{121,}$/],
];

const review = ({ code, facts }: GivenCode): string => {
  const isScript = ["typescript", "javascript"].includes(facts.language.fence);
  const found = code
    .split("\n")
    .flatMap((text, index) =>
      remarks
        .filter(([, pattern]) => pattern.test(text) && (isScript || !pattern.source.startsWith("[^=!]")))
        .map(([remark]) => `- **Line ${index + 1}**: ${remark}\n  \`${text.trim().slice(0, 100).replaceAll("`", "'")}\``),
    );
  return [
    "## What stands out",
    "",
    ...(found.length > 0
      ? found
      : ["Nothing that a search by pattern finds: no open tasks, leftover output, dropped errors or overlong lines."]),
    "",
    `${counted(facts.lines, "line")} of ${facts.language.name} were searched, and none was changed. A real model would also judge the logic and write the new version.`,
  ].join("\n");
};

const testName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

function testFor(fence: string, { name }: Definition): string {
  switch (fence) {
    case "python":
      return `def test_${name}():\n    result = ${name}()\n    assert result == ...  # what you expect`;
    case "rust":
      return `#[test]\nfn test_${name}() {\n    let result = ${name}();\n    assert_eq!(result, todo!("what you expect"));\n}`;
    case "go":
      return `func Test_${name}(t *testing.T) {\n\tif got := ${name}(); got != want {\n\t\tt.Errorf("got %v", got)\n\t}\n}`;
    default:
      return `test("${testName(name)}", () => {\n  const result = ${name}();\n  expect(result).toEqual(/* what you expect */);\n});`;
  }
}

const writeTests = ({ facts }: GivenCode): string => {
  const { functions, language } = facts;
  if (functions.length === 0) return `I find no function in these ${counted(facts.lines, "line")} of ${language.name} to test.`;
  const tests = functions.slice(0, 8).map((definition) => testFor(language.fence, definition));
  return [
    `## A test for ${functions
      .slice(0, 8)
      .map(({ name }) => `\`${name}\``)
      .join(", ")}`,
    "",
    `\`\`\`${language.fence}`,
    tests.join("\n\n"),
    "```",
    "",
    "The frame is there; arguments and expected values are yours to fill in. A real model would propose them.",
  ].join("\n");
};

const writeReadme = ({ facts }: GivenCode): string => {
  const title = (facts.types[0] ?? facts.functions[0])?.name ?? `A ${facts.language.name} file`;
  const rows = [...facts.types, ...facts.functions].map(({ name, line }) => `| \`${name}\` | ${line} |`);
  return [
    `# ${title}`,
    "",
    `${counted(facts.lines, "line")} of ${facts.language.name} with ${counted(facts.functions.length, "function")} and ${counted(facts.types.length, "type")}.`,
    "",
    "## Contents",
    "",
    ...(rows.length > 0 ? ["| Name | Line |", "| --- | ---: |", ...rows] : ["No functions or types were found."]),
    "",
    "## Usage",
    "",
    `\`\`\`${facts.language.fence}`,
    facts.functions[0] ? `${facts.functions[0].name}()` : "",
    "```",
    "",
    "> The demo model took names and numbers from the code. The purpose is for you, or a real model, to add.",
  ].join("\n");
};

/** For a diff, its changes; otherwise the added code. */
function commitMessage(text: string, facts: CodeFacts | undefined): string {
  const files = Array.from(text.matchAll(/^\+\+\+ (?:b\/)?(\S+)/gm), ([, file]) => file ?? "");
  const added = text.match(/^\+(?!\+\+)/gm)?.length ?? 0;
  const removed = text.match(/^-(?!--)/gm)?.length ?? 0;
  const names = [...(facts?.types ?? []), ...(facts?.functions ?? [])].map(({ name }) => name);
  const isDiff = /^@@ |^diff --git /m.test(text);
  const subject = isDiff
    ? `${removed === 0 ? "Add to" : added === 0 ? "Remove from" : "Change"} ${files.slice(0, 2).join(" and ") || "the code"}`
    : `Add ${names.slice(0, 2).join(" and ") || "code"}`;
  const details = isDiff
    ? [`- ${counted(added, "line")} added, ${removed} removed`, ...files.map((file) => `- ${file}`)]
    : names.map((name) => `- ${name}`);
  return [
    "```text",
    subject.slice(0, 72),
    ...(details.length > 0 ? ["", ...details.slice(0, 8)] : []),
    "```",
    "",
    "It says *what* the lines change. *Why* they do, a real model would read from the context.",
  ].join("\n");
}

const writeCommitMessage: Skill = (task) => {
  if (!/\bcommit\b/i.test(task.prompt) || !task.material) return undefined;
  const given = codeOf(task);
  return commitMessage(given?.code ?? task.material, given?.facts);
};

/** `pattern` must match in the instruction, not in the code. */
const onCode =
  (pattern: RegExp, act: (given: GivenCode) => string): Skill =>
  (task) => {
    const instruction = task.prompt.split(/\n|```/)[0] ?? "";
    const given = pattern.test(instruction) ? codeOf(task) : undefined;
    return given && act(given);
  };

/** In the order in which they are tried. */
export const codeSkills: readonly Skill[] = [
  writeCommitMessage,
  onCode(/\b(?:tests?|specs?)\b/i, writeTests),
  onCode(/\breadme\b/i, writeReadme),
  onCode(/\b(?:review|bugs?|fix|improve|refactor|problems?|wrong|clean ?up|simplify)\b/i, review),
  onCode(/\b(?:explain|describe|summar\w*|understand|document|(?:what|how) (?:does|do|is))\b/i, explain),
];

/** For code without an instruction: its words must not be read as instructions. */
export const bareCode: Skill = (task) => (/^```/.test(task.prompt) || startsWithCode.test(task.prompt) ? codeFallback(task) : undefined);

/** Used if nothing else matches: describes the code. */
export const codeFallback: Skill = (task) => {
  const given = codeOf(task);
  return given && explain(given);
};
