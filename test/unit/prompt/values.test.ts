/** Values that a document reads from YAML, CSV files and text files are those that were written, or are reported. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { describeCsv } from "../../../src/prompt/assist/describeCsv.ts";
import { compile } from "../../../src/prompt/compile/compile.ts";
import { findNeeds } from "../../../src/prompt/compile/findNeeds.ts";
import { diagnose } from "../../../src/prompt/diagnose.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { parseCsv } from "../../../src/prompt/text/parseCsv.ts";
import { decodeFileText, includedText } from "../../../src/prompt/text/textEncoding.ts";
import type { SuppliedValues } from "../../../src/prompt/variables/variableSets.ts";

function prompt(text: string, supplied: SuppliedValues = {}) {
  const { requests, errors } = compile(parsePromptDocument(text), supplied);
  return errors.length > 0
    ? errors.map(({ message }) => message)
    : requests.map(({ request }) => ("input" in request.body ? request.body.input : ""));
}

describe("a CSV file", () => {
  test.each<[string, string, Record<string, string>[], string[]]>([
    [
      "an index without a name",
      ",town,light\n0,Brest,soft\n",
      [{ town: "Brest", light: "soft" }],
      ["1: Column 1 has no name, so its values have no effect."],
    ],
    ["an empty column at the end", "town,\nBrest,\n", [{ town: "Brest" }], []],
    ["an empty column inside", "town,,light\nBrest,,soft\n", [{ town: "Brest", light: "soft" }], []],
    ["two columns of one name", "town,town\nBrest,Quimper\n", [{ town: "Brest" }], ["1! There are two columns `town`."]],
    ["rows of separators", "town,light\n,\nBrest,soft\n , \n", [{ town: "Brest", light: "soft" }], []],
    [
      "a separator without quotes",
      "town,light\nBrest, France,soft\n",
      [{ town: "Brest", light: " France" }],
      ["2! The row has 3 values for 2 columns. A value with a separator needs double quotes."],
    ],
    [
      "a short row",
      "town,light\nBrest\n",
      [{ town: "Brest", light: "" }],
      ["2: The row has 1 values for 2 columns; the others are empty."],
    ],
    ["separators at the end of rows", "town\nBrest,,\n", [{ town: "Brest" }], []],
    [
      "quotes without an end",
      'town,light\nBrest,"soft\nQuimper,x\n',
      [{ town: "Brest", light: "soft\nQuimper,x\n" }],
      ["2! The double quotes that open a value have no end."],
    ],
    [
      "text after quotes",
      'town,light\n"Brest"!,soft\n',
      [{ town: "Brest", light: "" }],
      [
        "2! A value in double quotes is followed by other text.",
        "2! The row has 3 values for 2 columns. A value with a separator needs double quotes.",
      ],
    ],
    ["doubled quotes", 'town\n"a ""b"", c"\n', [{ town: 'a "b", c' }], []],
    [
      "lines in quotes",
      'town,light\n"a\nb",c\n,\nd,e,f\n',
      [
        { town: "a\nb", light: "c" },
        { town: "d", light: "e" },
      ],
      ["5! The row has 3 values for 2 columns. A value with a separator needs double quotes."],
    ],
    ["Excel's separator line", "sep=;\ntown;light\nBrest;soft, warm\n", [{ town: "Brest", light: "soft, warm" }], []],
    ["a separator line in capitals", "SEP=;\ntown;light\nBrest;soft\n", [{ town: "Brest", light: "soft" }], []],
    ["a separator line in quotes", '"sep=|"\r\ntown|light\r\nBrest|soft\r\n', [{ town: "Brest", light: "soft" }], []],
    ["tabs", "town\tlight\nBrest\tsoft\n", [{ town: "Brest", light: "soft" }], []],
    ["a separator inside a quoted name", '"a,b";c\n1;2\n', [{ "a,b": "1", c: "2" }], []],
    ["blank lines before a row with semicolons", "\n \ntown;light\nBrest;soft\n", [{ town: "Brest", light: "soft" }], []],
    ["a name with a comma between semicolons", "town;light, soft\nBrest;x\n", [{ town: "Brest", "light, soft": "x" }], []],
    ["a name with a comma between tabs", "town\tlight, soft\nBrest\tx\n", [{ town: "Brest", "light, soft": "x" }], []],
    ["a name over two lines", '"town\nname";light\nBrest;x\n', [{ "town\nname": "Brest", light: "x" }], []],
    ["two possible separators", "town,light;soft\nBrest,x;y\n", [{ town: "Brest", "light;soft": "x;y" }], []],
    ["a quoted value that contains the other separator", '"a,b";c\n"1,2";3\n', [{ "a,b": "1,2", c: "3" }], []],
    ["two byte order marks", '\uFEFF\uFEFF"town",light\nBrest,x\n', [{ town: "Brest", light: "x" }], []],
    ["the end of file of DOS", "town\r\nBrest\r\n\u001A", [{ town: "Brest" }], []],
    [
      "a space before quotes",
      'town, light\nBrest, "soft"\n',
      [{ town: "Brest", light: ' "soft"' }],
      ["2! A space before double quotes makes them part of the value: remove it."],
    ],
    ["quotes inside a value", 'town,size\nBrest,5" screen\n', [{ town: "Brest", size: '5" screen' }], []],
    ["CR line ends", "town\rBrest\r", [{ town: "Brest" }], []],
  ])("with %s", (_, text, rows, faults) => {
    const table = parseCsv(text);
    expect(table.rows).toEqual(rows);
    expect(table.faults.map(({ line, message, blocks }) => `${line + 1}${blocks === "nothing" ? ":" : "!"} ${message}`)).toEqual(faults);
  });

  test("is read as it was written, whatever the values are", () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !text.includes("\r"));
    const written = (text: string) => (/[",;\n\t]|^\s|\s$/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = ["one,two", ...rows.map((row) => row.map(written).join(","))].join("\n");
        const kept = rows.filter((row) => row.some((one) => one.trim() !== ""));
        expect(parseCsv(text)).toMatchObject({ rows: kept.map(([one, two]) => ({ one, two })), faults: [] });
      }),
      { numRuns: 200 },
    );
  });

  const columns: [string, string][] = [
    ["date", "1: The column `date` has no effect: the name is reserved."],
    ["my note", "1: The column `my note` has no effect: a variable's name is made of letters, digits, `_` and `-`."],
    ["twon", "1: The column `twon` has no effect: `{{twon}}` does not occur. Did you mean `town`?"],
    ["other", "1: The column `other` has no effect: `{{other}}` does not occur."],
  ];
  test.each(columns)("with the column %s without effect is reported for batches and tests", (column, message) => {
    const text = `town,${column}\nBrest,x\n`;
    const shown = (document: string, use: "batch" | "tests", csv: string) =>
      diagnose(parsePromptDocument(document), { files: { "a.csv": { exists: true, ...describeCsv(csv, use) } } })
        .filter(({ elsewhere }) => elsewhere !== undefined)
        .map(({ elsewhere, message: said }) => `${(elsewhere?.line ?? 0) + 1}: ${said}`);
    expect(shown("---\nmodel: m\nbatch: a.csv\n---\n{{town}}\n", "batch", text)).toEqual([message]);
    const cases = `town,${column},__expected\nBrest,x,contains: Brest\n`;
    expect(shown("---\nmodel: m\nvars: { town: a }\ntests: a.csv\n---\n{{town}}\n", "tests", cases)).toEqual([message]);
  });

  test("that cannot be used stops the run, with its line", () => {
    const document = "---\nmodel: m\nbatch: a.csv\n---\n{{town}}\n";
    expect(prompt(document, { batchCsv: "town,town\nBrest,x\n" })).toEqual(["a.csv:1: There are two columns `town`."]);
    expect(prompt(document, { batchCsv: "n,town\n,\n1,Brest\n" })).toEqual(["Brest"]);
  });
});

describe("a text file", () => {
  const bytes = (label: "utf8" | "utf16le", text: string, ...mark: number[]) =>
    Buffer.concat([Buffer.from(mark), Buffer.from(text, label)]);
  test.each<[string, Buffer, string | undefined]>([
    ["UTF-8", bytes("utf8", "Kö😀"), "Kö😀"],
    ["UTF-8 with a BOM", bytes("utf8", "Kö", 0xef, 0xbb, 0xbf), "Kö"],
    ["UTF-16 with a BOM", bytes("utf16le", "Kö", 0xff, 0xfe), "Kö"],
    ["UTF-16 without a BOM", bytes("utf16le", "A harbour"), "A harbour"],
    ["big-endian UTF-16", bytes("utf16le", "Kö", 0xff, 0xfe).swap16(), "Kö"],
    ["big-endian UTF-16 without a BOM", bytes("utf16le", "A harbour").swap16(), "A harbour"],
    ["nothing", Buffer.alloc(0), ""],
    ["Latin-1", Buffer.from("Kö", "latin1"), undefined],
    ["UTF-16 of several scripts without a BOM", bytes("utf16le", "a 灯台 b"), undefined],
    ["UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), undefined],
    ["zeros", bytes("utf8", "a\0b"), undefined],
    ["an image", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]), undefined],
  ])("in %s is decoded, or is no text", (_, content, text) => {
    expect(decodeFileText(content, TextDecoder)).toBe(text);
  });

  test.each([
    ["a\n", "a"],
    ["a\r\nb\r\n", "a\nb"],
    ["a\n\n", "a\n"],
    ["a", "a"],
    ["\n", ""],
  ])("%j is included as %j", (content, text) => {
    expect(includedText(content)).toBe(text);
  });
});

describe("a placeholder in a scalar", () => {
  test.each([
    ["'{{input:What''s the tone?}}'", "What's the tone?"],
    ['"{{input:caf\\u00e9 \\"x\\"}}"', 'café "x"'],
    ['"\\x7b{input:Who?}}"', "Who?"],
    ["|\n  Say\n  {{input:What?}}", "What?"],
    [">-\n  Say {{input:What\n  then?}}", "What then?"],
    ["Say {{input:What\n  then?}}", "What then?"],
  ])("%s has its argument and its position", (written, question) => {
    const text = `---\nmodel: m\ninstructions: ${written}\n---\nHi\n`;
    const document = parsePromptDocument(text);
    expect(findNeeds(document).questions).toEqual([question]);
    const [reference] = document.fieldVariables;
    if (reference === undefined) throw new Error("There is no placeholder.");
    const typed = text.slice(reference.range.start, reference.range.end);
    expect(typed).toMatch(/^(?:\{\{|\\x7b\{)input:.*\}\}$/s);
    expect(text.slice(reference.nameRange.start, reference.nameRange.end)).toBe("input");
    expect(prompt(text, { answers: { [question]: "now" } })).toEqual(["Hi"]);
  });

  test.each([
    ["|-\n  {{town}}\u00a0"],
    [">-\n  {{town}}\u3000"],
    ["|-\n  \ufeff{{town}}"],
    ["in {{town}}\u2003"],
    ['"{{town}}\\_"'],
    ['"\\u3000\\v{{town}}\\L"'],
    ['"\\U00010020{{town}}\\n"'],
  ])("beside white space of other scripts has its position: %j", (written) => {
    const text = `---\nmodel: m\ninstructions: ${written}\n---\nHi\n`;
    const [reference] = parsePromptDocument(text).fieldVariables;
    expect(text.slice(reference?.range.start, reference?.range.end)).toBe("{{town}}");
  });

  test("has the position of its characters in every style, whatever surrounds it", () => {
    const around = fc.string({ unit: "grapheme", maxLength: 15 }).filter((text) => !/[{}\\]/.test(text));
    const style = fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL", "BLOCK_FOLDED");
    fc.assert(
      fc.property(around, around, style, (before, after, defaultStringType) => {
        const value = `${before}{{town}}${after}`;
        const yaml = stringify({ model: "m", instructions: value }, { defaultStringType, defaultKeyType: "PLAIN", lineWidth: 20 });
        const text = `---\n${yaml}---\nHi\n`;
        const document = parsePromptDocument(text);
        const node = document.fields.entries.find(({ key }) => key === "instructions")?.value;
        if (node?.type !== "scalar" || !node.source.includes("{{town}}")) return;
        const [reference] = document.fieldVariables;
        // Long lines in double quotes are broken by a backslash.
        const typed = (range = { start: 0, end: 0 }) => text.slice(range.start, range.end).replace(/\\\n */g, "");
        expect(typed(reference?.range)).toBe("{{town}}");
        expect(typed(reference?.nameRange)).toBe("town");
      }),
      { numRuns: 300 },
    );
  });
});

test.each(["~", "null", "NULL", ""])("a variable with the value `%s` is reported, and never sent as text", (written) => {
  for (const vars of [`vars: { town: ${written} }`, `vars:\n  town: ${written}`, `batch: [ { town: ${written} } ]`]) {
    const text = `---\nmodel: m\n${vars}\n---\n{{town}}\n`;
    expect(diagnose(parsePromptDocument(text), {}).map(({ code }) => code)).toEqual(["wrongType"]);
    expect(prompt(text)).toEqual(["`{{town}}` has no value."]);
  }
});

test.each(['"\\ud800 {{town}}"', '"{{town}} \\uDC00\\uD800"'])("half of a character, %s, is an error", (written) => {
  const document = parsePromptDocument(`---\nmodel: m\nvars: { town: a }\ninstructions: ${written}\n---\nHi\n`);
  expect(diagnose(document, {}).map(({ code }) => code)).toEqual(["yamlSyntax"]);
});

test("a character of two escapes is one", () => {
  const document = parsePromptDocument('---\nmodel: m\ninstructions: "\\ud83d\\ude00"\n---\nHi\n');
  expect(diagnose(document, {})).toEqual([]);
  expect(compile(document, {}).requests[0]?.request.body).toMatchObject({ instructions: "😀" });
});

test.each(["12345678901234567890", "9007199254740993", "0xFFFFFFFFFFFFFFFFF", ".inf", "-.Inf", ".nan", "1e999"])(
  "the number %s, which JSON cannot state exactly, is neither sent nor compared",
  (written) => {
    for (const field of [`own: ${written}`, `own: [ { id: ${written} } ]`, `tests: [ { assert: [ { equals: { id: ${written} } } ] } ]`]) {
      const text = `---\nmodel: m\n${field}\n---\nHi\n`;
      const found = diagnose(parsePromptDocument(text), {}).filter(({ severity }) => severity === "error");
      expect(found.map(({ range }) => text.slice(range.start, range.end))).toEqual([written]);
      if (field.startsWith("own")) {
        expect(prompt(text)).toEqual([`\`${written}\` is no number that JSON can state exactly: put it in quotes.`]);
      }
    }
  },
);

test.each([
  ["9007199254740991", 9_007_199_254_740_991],
  ["1e20", 1e20],
  ["-0x10", "-0x10"],
  ['"12345678901234567890"', "12345678901234567890"],
])("the value %s of an unknown field is sent as %j", (written, sent) => {
  const { requests } = compile(parsePromptDocument(`---\nmodel: m\nown: ${written}\n---\nHi\n`), {});
  expect(requests[0]?.request.body).toMatchObject({ own: sent });
});

test("a text of many digits keeps them", () => {
  expect(prompt("---\nmodel: m\nvars: { id: 12345678901234567890 }\n---\n{{id}}\n")).toEqual(["12345678901234567890"]);
});

test.each(["'null'", '"~"'])("the text %s is a value", (written) => {
  expect(prompt(`---\nmodel: m\nvars: { town: ${written} }\n---\n{{town}}\n`)).toEqual([written.slice(1, -1)]);
});

describe("front matter", () => {
  test.each([
    ["\n\n---\nmodel: m\n---\nHi\n", "blank lines"],
    ["# A comment\n---\nmodel: m\n---\nHi\n", "a comment of YAML"],
    ["<!-- for\nreview -->\n\n---\nmodel: m\n---\nHi\n", "a comment of Markdown"],
    ["--- # x\nmodel: m\n---\nHi\n", "a comment after the fence"],
    ["---\nmodel: m\n--- # end\nHi\n", "a comment after the closing fence"],
    ["\uFEFF\r\n---\r\n# first\r\nmodel: m\r\n---\r\nHi\r\n", "a BOM and CRLF"],
  ])("%j is found: %s", (text) => {
    const document = parsePromptDocument(text);
    expect(diagnose(document, {})).toEqual([]);
    expect(prompt(text)).toEqual(["Hi"]);
    expect(text.slice(document.frontMatter?.fenceRange.start, document.frontMatter?.fenceRange.end)).toMatch(/^---(?: # x)?$/);
  });

  test.each(["# Title\n\n---\n\nA break\n", "Text\n---\nmodel: m\n---\n", "# Title\n---\n"])("%j has none", (text) => {
    expect(parsePromptDocument(text).frontMatter).toBeUndefined();
  });
});
