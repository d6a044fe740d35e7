/** Every quick fix in the corpus repairs its diagnostic. The other tests describe what each fix does. */
import { describe, expect, test } from "vitest";
import { quickFixes } from "../../../../src/prompt/assist/quickFixes.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import { type DiagnosticCode, severities } from "../../../../src/prompt/diagnostic.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { applyTextEdits } from "../../../../src/prompt/text/textRange.ts";
import { corpusFacts, readCorpus } from "../corpus.ts";

function fix(text: string, code: DiagnosticCode, title: RegExp): string {
  const document = parsePromptDocument(text);
  const found = diagnose(document, corpusFacts).filter((one) => one.code === code);
  const fixes = found.flatMap((one) => quickFixes(document, one, corpusFacts));
  const chosen = fixes.find((one) => title.test(one.title));
  if (!chosen) throw new Error(`No such fix among: ${fixes.map((one) => one.title).join(", ")}`);
  return applyTextEdits(text, chosen.edits);
}

/** Documents with so many errors of one type that the effect of a single fix does not show. */
const endless = ["text/manyBraces", "yaml/billionLaughs"];

const repairs = readCorpus().flatMap(({ name, text }) => {
  if (text.length > 20_000 || endless.includes(name)) return [];
  const document = parsePromptDocument(text);
  return diagnose(document, corpusFacts).flatMap((one) =>
    quickFixes(document, one, corpusFacts).map(
      (offered) => [name, one.code, offered.title, text, applyTextEdits(text, offered.edits)] as const,
    ),
  );
});

/** Diagnostics that only the author can resolve: which file to omit, how to shorten a text, what to ask. */
const withoutFix: readonly DiagnosticCode[] = [
  "assertionInvalid",
  "caseInFile",
  "caseWithoutAssertion",
  "contentInAddress",
  "csvInvalid",
  "csvWithoutEffect",
  "filesTooLarge",
  "keyNotText",
  "missingPrompt",
  "repetitionsContradict",
  "styleInvalid",
  "tooDeep",
  "tooLong",
  "tooManyFiles",
  "tooManyItems",
  "turnsNotSent",
];

test("every type of diagnostic, except those that only the author can resolve, has a fix in the corpus", () => {
  const repaired = new Set<string>(repairs.map(([, code]) => code));
  const rest = Object.keys(severities).filter((code) => !repaired.has(code));
  expect(rest.toSorted()).toEqual(withoutFix);
});

test.each(repairs)("%s: %s is repaired by “%s”", (_name, code, title, text, repaired) => {
  const count = (content: string): number => diagnose(parsePromptDocument(content), corpusFacts).filter((one) => one.code === code).length;
  expect(repaired, title).not.toBe(text);
  expect(count(repaired)).toBeLessThan(count(text));
});

describe("a fix", () => {
  test("renames a misspelt field and keeps its value", () => {
    expect(fix("---\nmodel: demo-text\nstraem: true # now\n---\nHi\n", "unknownField", /stream/)).toContain("stream: true # now\n");
  });

  test("replaces a field of the other interface by its counterpart", () => {
    const text = "---\ninterface: v2\nkind: video\nmodel: demo-video\nduration: 4\n---\nHi\n";
    expect(fix(text, "foreignField", /video_duration/)).toContain("\nvideo_duration: 4\n");
  });

  test("defines a variable in `vars`, which may be missing, in flow or in block style", () => {
    expect(fix("---\nmodel: demo-text\n---\n{{x}}\n", "undefinedVariable", /Define/)).toContain('vars: { x: "" }\n---');
    expect(fix("---\nmodel: demo-text\nvars: { a: 1 }\n---\n{{a}} {{x}}\n", "undefinedVariable", /Define/)).toContain(
      'vars: { a: 1, x: "" }',
    );
    expect(fix("---\nmodel: demo-text\nvars:\n  a: 1\n---\n{{a}} {{x}}\n", "undefinedVariable", /Define/)).toContain(
      'vars:\n  a: 1\n  x: ""\n---',
    );
    const commented =
      "---\nmodel: demo-text\nvars:\n  # Where it is.\n  a: |\n    one\n\n    two\n  # The end.\nstream: true\n---\n{{a}} {{x}}\n";
    expect(fix(commented, "undefinedVariable", /Define/)).toBe(commented.replace("# The end.\n", '# The end.\n  x: ""\n'));
  });

  test("defines a variable behind a text whose blank lines belong to it", () => {
    for (const header of ["|+", ">+ # c", "|2+", "|+2"]) {
      const text = `---\nmodel: demo-text\nvars:\n  a: ${header}\n    x\n\n\n# end\n---\n{{a}} {{x}}\n`;
      expect(fix(text, "undefinedVariable", /Define/)).toBe(text.replace("\n# end", '\n  x: ""\n# end'));
    }
    const clipped = "---\nmodel: demo-text\nvars:\n  a: |\n    x\n\n---\n{{a}} {{x}}\n";
    expect(fix(clipped, "undefinedVariable", /Define/)).toBe(clipped.replace("x\n\n", 'x\n  x: ""\n\n'));
  });

  test("does not remove a variable that a value without quotes uses", () => {
    const text = "---\nmodel: {{m}}\nvars:\n  m: demo-text\n---\nHi\n";
    expect(diagnose(parsePromptDocument(text), corpusFacts).map(({ code }) => code)).not.toContain("unusedVariable");
    expect(diagnose(parsePromptDocument(fix(text, "unquotedVariable", /quotes/)), corpusFacts)).toEqual([]);
  });

  test("defines a variable in `vars` without a value", () => {
    for (const empty of ["vars:", "vars: ", "vars: # none yet", "vars: []"]) {
      const repaired = fix(`---\nmodel: demo-text\n${empty}\nstream: true\n---\n{{x}}\n`, "undefinedVariable", /Define/);
      expect(repaired).toMatch(/^vars: \{ x: "" \}/m);
      expect(diagnose(parsePromptDocument(repaired), {})).toEqual([]);
    }
  });

  test("adds a kind only if the field then belongs to the request", () => {
    expect(fix("---\nmodel: demo-image\naspect_ratio: '16:9'\n---\nHi\n", "foreignField", /Add/)).toContain("kind: image");
    const elsewhere = "---\ninterface: v2\nmodel: demo-image\naspect_ratio: '16:9'\n---\nHi\n";
    expect(() => fix(elsewhere, "foreignField", /Add/)).toThrow("No such fix");
  });

  test("inserts a missing front matter, with the document's line endings", () => {
    expect(fix("Hello\r\n", "missingField", /demo-text/)).toBe("---\r\nmodel: demo-text\r\n---\r\nHello\r\n");
  });

  test("moves a system turn to `instructions`", () => {
    const text = "---\nmodel: demo-text\n---\n## system\nBe brief.\n\n## user\nHi\n";
    expect(fix(text, "roleNotAccepted", /Move/)).toBe("---\nmodel: demo-text\ninstructions: Be brief.\n---\n## user\nHi\n");
  });

  test("adds the missing members of an object, in flow and in block style", () => {
    expect(fix("---\nmodel: demo-text\nreasoning: {}\n---\nHi\n", "missingMember", /low/)).toContain("reasoning: { effort: low }\n");
    const block = "---\nmodel: demo-text\ntools:\n  - size: 1K\n---\nHi\n";
    expect(fix(block, "missingMember", /image_generation/)).toContain("tools:\n  - type: image_generation\n    size: 1K\n");
  });

  test("removes an entry from its list, in flow and in block style", () => {
    const head = "---\nmodel: demo-text\nfiles:";
    expect(fix(`${head} [notes.md, gone.png]\n---\nHi\n`, "missingFile", /Remove/)).toContain("files: [notes.md]\n");
    expect(fix(`${head}\n  - gone.png # now\n  - notes.md\n---\nHi\n`, "missingFile", /Remove/)).toContain("files:\n  - notes.md\n");
  });

  test("replaces an alias by its value", () => {
    const text = "---\nmodel: demo-text\nvars: &v { a: 1 }\nbatch: [*v]\n---\n{{a}}\n";
    expect(fix(text, "aliasUsed", /Replace the alias/)).toContain("batch: [{ a: 1 }]\n");
  });

  test("converts text to the intended YAML", () => {
    const front = (line: string): string => fix(`---\nmodel: demo-text\n${line}\n---\nHi\n`, "yamlSyntax", /./).split("\n")[2] ?? "";
    expect(front("instructions be brief")).toBe("instructions: be brief");
    expect(front("instructions: 'It's late'")).toBe(`instructions: "It's late"`);
    expect(front("files: [notes.md")).toBe("files: [notes.md]");
    expect(front("files: [notes.md}")).toBe("files: [notes.md]");
    expect(front("vars: { a: 1 # one")).toBe("vars: { a: 1 } # one");
    expect(front('instructions: "be brief')).toBe('instructions: "be brief"');
    expect(front("  stream: true")).toBe("stream: true");
    expect(fix("---\nmodel: demo-text\nreasoning:\n\teffort: low\n---\nHi\n", "yamlSyntax", /spaces/)).toContain("\n  effort: low\n");
  });

  test("closes the front matter before the prompt, not at a rule of the prompt", () => {
    const ruled = "---\nkind: image\nmodel: demo-image\n\nA lighthouse at dusk.\n\n---\n\nIn watercolours.\n";
    expect(fix(ruled, "unclosedFrontMatter", /Close/)).toBe(ruled.replace("demo-image\n", "demo-image\n---\n"));
  });

  test("closes the front matter before the prompt", () => {
    const text = "---\nmodel: demo-text\n\nHello\n";
    expect(fix(text, "unclosedFrontMatter", /Close/)).toBe("---\nmodel: demo-text\n---\n\nHello\n");
  });

  test("closes the front matter in the place of the dots of other programs", () => {
    for (const end of ["\n", "\r\n"]) {
      const text = `---${end}model: demo-text${end}...${end}Hello${end}`;
      expect(fix(text, "unclosedFrontMatter", /Close/)).toBe(text.replace("...", "---"));
    }
  });

  test("quotes a value that YAML would interpret", () => {
    const commented = fix("---\nmodel: demo-text\ninstructions: Note: be brief # c\n---\nHi\n", "yamlSyntax", /quotes/);
    expect(commented).toContain('instructions: "Note: be brief" # c\n');
    expect(fix("---\nmodel: demo-text\ninstructions: Note: be brief\n---\nHi\n", "yamlSyntax", /quotes/)).toContain(
      'instructions: "Note: be brief"',
    );
  });
});
