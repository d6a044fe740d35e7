/** Comparisons as Markdown and CSV. */
import { csvParseRows } from "d3-dsv";
import { describe, expect, test } from "vitest";
import { writeCsv, writeMarkdown } from "../../../../../src/editor/promptTests/comparison/writeTable.ts";
import type { Comparison } from "../../../../../src/library/comparison/comparison.ts";

const table: Comparison = {
  title: "harbour",
  models: ["demo-text", "demo-image"],
  cases: [
    {
      name: "short | clear",
      document: "",
      cells: [
        {
          state: "failed",
          answers: [
            {
              text: "=SUM(A1)\n<b>bold</b> | *x*",
              files: [],
              isPassed: false,
              remarks: ['Expected a text that contains "owl".'],
              cost: 0.0123456,
              unit: "€",
              milliseconds: 1234,
            },
          ],
          rating: 4,
        },
        null,
      ],
    },
    {
      name: "an image",
      document: "",
      cells: [
        { state: "error", answers: [], note: "@The model is not there.", rating: 0 },
        {
          state: "passed",
          answers: [
            { text: "", files: [{ kind: "image", name: "answer-1.png", address: "/tmp/answer-1.png" }], isPassed: true, remarks: [] },
          ],
          rating: 0,
        },
      ],
    },
  ],
};

describe("as Markdown", () => {
  test("it is a table with a summary of each model, in which answers cannot add markup", () => {
    expect(
      writeMarkdown(table, (costs) => costs.map(({ amount, unit = "$" }) => `${unit}${amount.toFixed(4)}`).join(" + ")).split("\n"),
    ).toEqual([
      "# Models compared: harbour",
      "",
      "| Case | demo-text | demo-image |",
      "| --- | --- | --- |",
      "| **Passed** | 0 of 1 | 1 of 1 |",
      "| **Cost** | €0.0123 |  |",
      "| **Median time** | 1.23 s |  |",
      "| **Rating** | 4 (1) |  |",
      '| short \\| clear | failed · cost €0.0123 · 1.23 s · 4 ★<br>\\=SUM(A1)<br>\\<b>bold\\</b> \\| \\*x\\*<br>*Expected a text that contains "owl".* |  |',
      "| an image | error<br>@The model is not there. | passed<br>`answer-1.png` |",
      "",
    ]);
  });
});

describe("as CSV", () => {
  const rows = csvParseRows(writeCsv(table));

  test("each answer is a row with all names", () => {
    expect(rows.map((row) => row.length)).toEqual([12, 12, 12, 12]);
    expect(rows[3]).toEqual(["", "an image", "demo-image", "1", "passed", "", "answer-1.png", "", "", "", "", ""]);
  });

  test("a spreadsheet evaluates nothing in it", () => {
    expect(rows[1]?.[5]).toBe("'=SUM(A1)\n<b>bold</b> | *x*");
    expect(rows[2]?.slice(3, 8)).toEqual(["", "error", "", "", "'@The model is not there."]);
    for (const start of ["=1", "+1", "-1", "@x", "\t=1", " =1"]) {
      const [one] = table.cases;
      const hostile = { ...table, title: start, cases: one === undefined ? [] : [{ ...one, name: start }] };
      expect(csvParseRows(writeCsv(hostile))[1]?.[1]).toBe(`'${start}`);
    }
  });
});
