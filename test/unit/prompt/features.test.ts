/** Hover, outline, folding, links, references, renaming, semantic tokens and code lenses. */
import { describe, expect, test } from "vitest";
import { codeLenses } from "../../../src/prompt/assist/codeLenses.ts";
import { findLinks } from "../../../src/prompt/assist/findLinks.ts";
import { findReferences, findTables, rename } from "../../../src/prompt/assist/findReferences.ts";
import { findSemanticTokens } from "../../../src/prompt/assist/findSemanticTokens.ts";
import { findFoldings, findSymbols } from "../../../src/prompt/assist/findSymbols.ts";
import { hover } from "../../../src/prompt/assist/hover.ts";
import { compile } from "../../../src/prompt/compile/compile.ts";
import { diagnose } from "../../../src/prompt/diagnose.ts";
import type { RunFact } from "../../../src/prompt/facts.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { applyTextEdits } from "../../../src/prompt/text/textRange.ts";
import { findDefinedVariables } from "../../../src/prompt/variables/definedVariables.ts";
import { corpusFacts } from "./corpus.ts";
import { marked } from "./marked.ts";

function shown(text: string, facts = corpusFacts): string {
  const { document, offset } = marked(text);
  return hover(document, offset, facts)?.markdown ?? "";
}

describe("hover", () => {
  test("shows a field's meaning, limits, default and examples", () => {
    expect(shown("---\nmodel: demo-text\nin|structions: Hi\n---\n")).toMatch(/How the model should answer[\s\S]*1 to 2000 characters/);
    expect(shown("---\ninterface: v2\nresponse_for|mat: url\n---\n")).toContain("Default: `url`");
    expect(shown("---\nkind: image\nsi|ze: 1k\n---\n")).toContain("e.g. `1k`, `1024x1024`");
    expect(shown("---\nmodel: demo-text\nreasoning: { eff|ort: low }\n---\n")).toContain("`low`, `medium` or `high`");
  });

  test("shows the values of a field that the service accepted and refused for this model", () => {
    expect(shown("---\nkind: image\nmodel: demo-image\nsi|ze: 1k\n---\n")).toMatch(
      /Worked with `demo-image`: `2k`\.[\s\S]*Refused for `demo-image`: `9k`\./,
    );
    expect(shown("---\nkind: image\nmodel: other\nsi|ze: 1k\n---\n")).not.toMatch(/Worked|Refused/);
  });

  test("shows which kind a field of another kind belongs to", () => {
    expect(shown("---\nkind: image\nvoi|ce: slt\n---\n")).toContain("for `kind: audio`");
  });

  test("shows the known data of a model", () => {
    expect(shown("---\nmodel: demo-|text\n---\n")).toMatch(/by demo[\s\S]*Released 2025-06-15[\s\S]*Generates `text`/);
  });

  test("shows no release date if the service writes the unknown one as 0", () => {
    const text = shown("---\nmodel: lla|ma\n---\n", { models: [{ id: "llama", created: 0, abilities: { text: "yes" } }] });
    expect(text).toContain("Generates `text`");
    expect(text).not.toContain("Released");
  });

  test("shows a variable's current value, in a fence that it cannot close", () => {
    expect(shown("---\nvars: { a: '```x' }\n---\n{{|a}}\n")).toContain("````text\n```x\n````");
    expect(shown("---\n---\n{{sel|ection}}\n")).toContain("the selected words");
    expect(shown("---\n---\n{{no|body}}\n")).toContain("not defined");
  });

  test("shows an attached file's type and size, and returns an image's URI", () => {
    expect(shown("---\nkind: image\nimage: [sk|etch.png]\n---\n")).toContain("image/png, 4,096 bytes");
    const { document, offset } = marked("---\nkind: image\nimage: [a.p|ng]\n---\n");
    expect(hover(document, offset, { files: { "a.png": { exists: true, previewUri: "file:///a.png" } } })?.imageUri).toBe("file:///a.png");
    expect(shown("---\nbatch: pla|ces.csv\n---\n")).toContain("2 sets of place, light");
  });
});

const dialogue =
  "---\nmodel: demo-text\nvars:\n  a: 1\n---\n## user\n{{a}}\n\n### More\n\n```js\nlet x;\n```\n\n## assistant\nYes\n\n## user\n{{a}} {{date}}\n";

test("the outline contains fields, turns and headings, nested", () => {
  const outline = findSymbols(parsePromptDocument(dialogue)).map((one) => [one.name, one.sort, one.children.map((child) => child.name)]);
  expect(outline).toEqual([
    ["Front matter", "frontMatter", ["model", "vars"]],
    ["user", "turn", ["More"]],
    ["assistant", "turn", []],
    ["user", "turn", []],
  ]);
});

test("the front matter, turns, headings and code fences fold", () => {
  const document = parsePromptDocument(dialogue);
  const folded = findFoldings(document).map((range) => document.text.slice(range.start, range.end).split("\n")[0]);
  expect(folded).toEqual(["---", "vars:", "## user", "### More", "## assistant", "## user", "```js"]);
});

test("paths and URLs are links", () => {
  const document = parsePromptDocument("---\nfiles: [notes.md, 'https://example.org/a', 'data:text/plain,x']\n---\n{{file:b.md}}\n");
  expect(findLinks(document).map((link) => [link.target, link.isPath])).toEqual([
    ["notes.md", true],
    ["https://example.org/a", false],
    ["b.md", true],
  ]);
});

describe("references", () => {
  const text = "---\nmodel: demo-text\nvars: { place: 1 }\nbatch: [{ place: 2 }]\noutput: '{{place}}'\n---\n{{ pla|ce }} {{place}}\n";

  test("are the definitions in `vars` and `batch` and all uses", () => {
    const { document, offset } = marked(text);
    const locations = findReferences(document, offset);
    expect([locations?.name, locations?.definitions.length, locations?.uses.length]).toEqual(["place", 2, 3]);
  });

  test("are renamed together", () => {
    const { document, offset } = marked(text);
    const renamed = rename(document, offset, "town");
    expect("edits" in renamed && applyTextEdits(document.text, renamed.edits)).toBe(text.replace("|", "").replaceAll("place", "town"));
  });

  test("in the tests, where cases override a variable and assertions contain it, are renamed too", () => {
    const cases =
      "tests:\n  - vars: { place: Brest }\n    assert: [ { contains: '{{place}}' }, { contains-all: ['\\{{place}}', '{{ place }}'] } ]";
    const { document, offset } = marked(`---\nmodel: demo-text\nvars: { place: 1 }\n${cases}\n---\n{{pl|ace}}\n`);
    const renamed = rename(document, offset, "town");
    const expected = document.text.replaceAll(/(?<!\\\{\{)place/g, "town");
    expect("edits" in renamed && applyTextEdits(document.text, renamed.edits)).toBe(expected);
    expect(rename(document, document.text.indexOf("{ place: Brest") + 3, "town")).toEqual(renamed);
  });

  test.each([
    ["a header", "place,light\nBrest,soft\n", "town,light\nBrest,soft\n"],
    ["quotes, blanks and CRLF", '"place" , light\r\n"a ""place""",place\r\n', '"town" , light\r\n"a ""place""",place\r\n'],
    ["Excel's separator", "\uFEFFsep=;\r\nlight; place\r\nsoft;place\r\n", "\uFEFFsep=;\r\nlight; town\r\nsoft;place\r\n"],
    ["blank lines first", "\n,\nlight\tplace\n", "\n,\nlight\tplace\n"],
    [
      "assertions of cases",
      'place,__expected\n{{place}},"contains: {{place}}, {{ place }}"\n',
      'town,__expected\n{{place}},"contains: {{town}}, {{ town }}"\n',
    ],
    ["an escaped placeholder", "place,__expected2\nx,\\{{place}}\n", "town,__expected2\nx,\\{{place}}\n"],
    ["no such column", "light\nplace\n", "light\nplace\n"],
    ["semicolons behind a byte order mark", "\uFEFFlight;place\nsoft;place\n", "\uFEFFlight;town\nsoft;place\n"],
    ["tabs, CR and quotes", '"light"\t"place"\rsoft\tplace\r', '"light"\t"town"\rsoft\tplace\r'],
    ["a name with the separator", '"light, place",place\nsoft,x\n', '"light, place",town\nsoft,x\n'],
    ["a quoted separator", '"sep=;"\nplace;light\n', '"sep=;"\ntown;light\n'],
    ["a quoted name with blanks", '" place ",light\nx,y\n', '" town ",light\nx,y\n'],
    ["one column", "place\n\nBrest\n", "town\n\nBrest\n"],
    [
      "several columns of assertions",
      "__expected1,place,__expected2\n{{place}},{{place}},{{place}}\n",
      "__expected1,town,__expected2\n{{town}},{{place}},{{town}}\n",
    ],
  ])("are renamed in a CSV file with %s", (_, csv, expected) => {
    const { document, offset } = marked("---\nmodel: demo-text\ntests: cases.csv\n---\n{{pl|ace}}\n");
    const renamed = rename(document, offset, "town", new Map([["cases.csv", csv]]));
    expect("edits" in renamed && applyTextEdits(csv, renamed.files.get("cases.csv") ?? [])).toBe(expected);
  });

  test("are renamed in the CSV files of `batch` and `tests`, of which only the second contains placeholders", () => {
    const { document, offset } = marked("---\nmodel: m\nbatch: sets.csv\ntests: cases.csv\n---\n{{pl|ace}}\n");
    const csv = "place,__expected\n{{place}},{{place}}\n";
    const tables = new Map(findTables(document).map((address) => [address, csv]));
    const renamed = rename(document, offset, "town", tables);
    if ("error" in renamed) throw new Error(renamed.error);
    const texts = [...renamed.files].map(([address, edits]) => [address, applyTextEdits(csv, edits)]);
    expect(texts).toEqual([
      ["sets.csv", "town,__expected\n{{place}},{{place}}\n"],
      ["cases.csv", "town,__expected\n{{place}},{{town}}\n"],
    ]);
    for (const name of ["__expected", "__town"]) expect(rename(document, offset, name, tables)).toHaveProperty("error");
    const other = new Map([["sets.csv", "town\n"]]);
    expect(rename(document, offset, "town", other)).toHaveProperty("error");
  });

  test.each([
    ["flow and block texts", "vars: { 'place': a, \"light\": b }\ninstructions: >\n  In {{place}},\n  {{ place }}"],
    ["sets", "batch:\n  - place: a\n    light: b\n  - { light: c, place: d }\noutput: out/{{place}}-{n}"],
    ["explicit keys", "vars:\n  ? place\n  : a\n  ? 'light'\n  : b"],
    [
      "lists and maps of fields",
      "vars: { place: a, light: b }\nmetadata:\n  k: '{{place}}'\ntools:\n  - { type: web_search, user_location: { city: \"{{place}}\" } }",
    ],
    ["turns", "vars: { place: a, light: b }\n---\n## user\nIn {{place}}\n## assistant\n{{place}}?\n## user"],
  ])("are renamed in %s, and the requests stay the same", (_, fields) => {
    const source = `---\nmodel: demo-text\n${fields}${fields.includes("---") ? "" : "\n---"}\n{{pl|ace}} \\{{place}} {{light}}\n`;
    const { document, offset } = marked(source);
    const renamed = rename(document, offset, "town");
    if ("error" in renamed) throw new Error(renamed.error);
    const after = parsePromptDocument(applyTextEdits(document.text, renamed.edits));
    const sent = (one: typeof document) => compile(one, {}).requests.map(({ request, output }) => ({ request, output }));
    expect(diagnose(after, {}).filter(({ severity }) => severity === "error")).toEqual([]);
    expect(sent(after)).toEqual(sent(document));
    expect(sent(after).length).toBeGreaterThan(0);
    expect(after.text.replaceAll("\\{{place}}", "")).not.toContain("place");
  });

  test.each(["null", "true", "no", "Null"])("renamed to `%s` stay variables", (name) => {
    const { document, offset } = marked("---\nmodel: m\nvars: { place: Brest }\n---\n{{pl|ace}}\n");
    const renamed = rename(document, offset, name);
    if ("error" in renamed) throw new Error(renamed.error);
    const after = parsePromptDocument(applyTextEdits(document.text, renamed.edits));
    expect(diagnose(after, {})).toEqual([]);
    expect([...findDefinedVariables(after, {}).keys()]).toEqual([name]);
  });

  test("are not renamed to a name that is in use, invalid, or reserved", () => {
    const { document, offset } = marked("---\nvars: { a: 1, b: 2 }\ntests: [ { vars: { c: 3 } } ]\n---\n{{|a}} {{b}} {{date}}\n");
    for (const name of ["b", "c", "two words", "", "selection"]) expect(rename(document, offset, name)).toHaveProperty("error");
    expect(rename(document, document.text.indexOf("{{date") + 3, "day")).toHaveProperty("error");
  });
});

test("semantic tokens distinguish fields, listed values, models, variables and turns, in order", () => {
  const document = parsePromptDocument("---\nkind: text\nmodel: demo-text\nvars: { a: 1 }\n---\n## user\n{{a}} {{file:b.md}}\n");
  const tokens = findSemanticTokens(document).map((token) => [token.type, document.text.slice(token.range.start, token.range.end)]);
  expect(tokens).toEqual([
    ["promptField", "kind"],
    ["enumMember", "text"],
    ["promptField", "model"],
    ["class", "demo-text"],
    ["promptField", "vars"],
    ["promptVariable", "a"],
    ["keyword", "## user"],
    ["promptVariable", "a"],
    ["macro", "file"],
    ["string", "b.md"],
  ]);
});

describe("code lenses", () => {
  const titles = (text: string, run?: RunFact): string[] => {
    const document = parsePromptDocument(text);
    return codeLenses(document, { ...corpusFacts, ...(run ? { run } : {}) }, diagnose(document, corpusFacts)).map((lens) => lens.title);
  };
  const good = "---\nmodel: demo-text\n---\nHi\n";

  test("run a document, or show its number of problems", () => {
    expect(titles(good)).toEqual(["$(play) Run", "Run with…", "Show Request"]);
    expect(titles("---\nmodel: demo-text\n---\n{{x}}\n")[0]).toBe("$(error) 1 problem");
    // A warning does not prevent a run.
    expect(titles("---\nmodel: demo-text\nsiez: 1k\n---\n{{x}} {{y}}\n")[0]).toBe("$(error) 2 problems");
    expect(titles("---\nmodel: demo-text\nsiez: 1k\n---\nHi\n")[0]).toBe("$(play) Run");
    expect(titles("")).toEqual(["$(new-file) Insert Template…"]);
  });

  test("test a document that has tests", () => {
    const tested = "---\nmodel: demo-text\ntests: [{ assert: [{ contains: a }] }]\n---\nHi\n";
    expect(titles(tested)).toEqual(["$(play) Run", "$(beaker) Test", "Run with…", "Show Request"]);
  });

  test("show the number of tasks in a batch", () => {
    expect(titles("---\nmodel: demo-text\nbatch: [{ a: 1 }, { a: 2 }]\n---\n{{a}}\n")[0]).toBe("$(play) Run 2 Tasks");
    expect(titles("---\nmodel: demo-text\nbatch: places.csv\n---\n{{place}}\n")[0]).toBe("$(play) Run 2 Tasks");
  });

  test("show a run's progress, and then its results, cost and time", () => {
    const running: RunFact = { state: "running", total: 5, finished: 2, failed: 0, milliseconds: 3400 };
    expect(titles(good, running)).toEqual(["$(loading~spin) 2 of 5 · 3.4 s", "$(debug-stop) Stop"]);
    const done: RunFact = { state: "failed", total: 5, finished: 5, failed: 1, costs: [{ amount: 0.30000000004 }], milliseconds: 64_000 };
    expect(titles(good, done)).toContain("$(warning) 4 results · 1 failed · cost 0.3 credits · 1 min 4 s");
    const costs = [{ amount: 0.28 }, { amount: 70, unit: "demo credits" }];
    expect(titles(good, { ...done, costs })).toContain("$(warning) 4 results · 1 failed · cost 0.28 credits + 70 demo credits · 1 min 4 s");
    const stopped: RunFact = { state: "failed", total: 5, finished: 2, failed: 2, milliseconds: 900 };
    expect(titles(good, stopped)).toContain("$(warning) 2 failed · 3 not run · 0.9 s");
  });

  test("show commands that only they have before those of menus: a narrow editor cuts off the last ones", () => {
    const done: RunFact = { state: "completed", total: 1, finished: 1, failed: 0, tokens: 120, milliseconds: 900 };
    expect(titles(good, done)).toEqual(["$(play) Run", "$(check) 1 result · 120 tokens · 0.9 s", "Run with…", "Show Request"]);
  });
});
