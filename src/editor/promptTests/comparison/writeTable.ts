/** Exports a comparison: as a table in Markdown, and as CSV with one row per answer. */
import { csvFormatRows } from "d3-dsv";
import type { AmountInUnit } from "../../../contract/amountSums.ts";
import { t } from "../../../contract/translate.ts";
import {
  type ComparedCell,
  type Comparison,
  costsOf,
  type ModelSummary,
  summarize,
  timeOf,
} from "../../../library/comparison/comparison.ts";
import { escapeMarkdown } from "../../base/escapeMarkdown.ts";

/** Characters of an answer in a Markdown table. */
const shownText = 2000;

/** `writeCosts`: writes the sum of each unit. */
export function writeMarkdown(table: Comparison, writeCosts: (amounts: readonly AmountInUnit[]) => string): string {
  const { title, models, cases } = table;
  const summaries = models.map((_, column) => summarize(table, column));
  const summaryRow = (name: string, write: (summary: ModelSummary) => string | undefined): string[][] => {
    const values = summaries.map((summary) => write(summary) ?? "");
    return values.every((value) => value === "") ? [] : [[`**${name}**`, ...values]];
  };
  const rows = [
    [t("Case"), ...models.map(escapeLine)],
    models.map(() => "---").concat("---"),
    ...summaryRow(t("Passed"), ({ judged, passed }) => (judged === 0 ? undefined : t("{0} of {1}", passed, judged))),
    ...summaryRow(t("Cost"), ({ costs }) => (costs.length === 0 ? undefined : writeCosts(costs))),
    ...summaryRow(t("Median time"), ({ milliseconds }) =>
      milliseconds === undefined ? undefined : t("{0} s", writeNumber(milliseconds / 1000)),
    ),
    ...summaryRow(t("Rating"), ({ rating, rated }) => (rating === undefined ? undefined : `${writeNumber(rating)} (${rated})`)),
    ...cases.map(({ name, document, cells }) => [
      [name, document].filter(Boolean).map(escapeLine).join("<br>"),
      ...cells.map((cell) => (cell === null ? "" : writeCell(cell, writeCosts))),
    ]),
  ];
  return `# ${t("Models compared: {0}", escapeLine(title))}\n\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`;
}

function writeCell(cell: ComparedCell, writeCosts: (amounts: readonly AmountInUnit[]) => string): string {
  const [costs, milliseconds] = [costsOf(cell.answers), timeOf(cell)];
  const facts = [
    ...(cell.state === "answered" ? [] : [describeState(cell.state)]),
    ...(costs.length === 0 ? [] : [t("cost {0}", writeCosts(costs))]),
    ...(milliseconds === undefined ? [] : [t("{0} s", writeNumber(milliseconds / 1000))]),
    ...(cell.rating > 0 ? [`${cell.rating} ★`] : []),
  ];
  const answers = cell.answers.flatMap(({ text, files, remarks }) => [
    ...files.map(({ name }) => `\`${name}\``),
    ...(text === "" ? [] : [escapeLine(text.length > shownText ? `${text.slice(0, shownText)}…` : text)]),
    ...remarks.map((remark) => `*${escapeLine(remark)}*`),
  ]);
  return [facts.join(" · "), ...answers, ...(cell.note === undefined ? [] : [escapeLine(cell.note)])].filter(Boolean).join("<br>");
}

function describeState(state: ComparedCell["state"]): string {
  switch (state) {
    case "passed":
      return t("passed");
    case "failed":
      return t("failed");
    case "answered":
      return t("answered");
    case "error":
      return t("error");
    case "notRun":
      return t("not run");
    case "waiting":
    case "running":
      return t("running");
  }
}

/** A cell of a Markdown table must be a single line. */
function escapeLine(text: string): string {
  return text.split(/\r?\n/).map(escapeMarkdown).join("<br>");
}

function writeNumber(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Not translated, because programs read them. */
const columns = ["document", "case", "model", "repetition", "state", "answer", "files", "remarks", "cost", "unit", "seconds", "rating"];

export function writeCsv({ models, cases }: Comparison): string {
  const rows = cases.flatMap(({ name, document, cells }) =>
    cells.flatMap((cell, column) => {
      if (cell === null) return [];
      const { state, note = "", rating } = cell;
      const ends = [document, name, models[column] ?? ""].map(disarm);
      const stars = rating > 0 ? String(rating) : "";
      if (cell.answers.length === 0) return [[...ends, "", state, "", "", disarm(note), "", "", "", stars]];
      return cell.answers.map(({ text, files, remarks, cost, unit = "", milliseconds, isPassed }, index) => [
        ...ends,
        String(index + 1),
        isPassed === undefined ? "answered" : isPassed ? "passed" : "failed",
        disarm(text),
        disarm(files.map((file) => file.name).join(" ")),
        disarm(remarks.join("\n")),
        cost === undefined ? "" : String(cost),
        disarm(unit),
        milliseconds === undefined ? "" : String(milliseconds / 1000),
        stars,
      ]);
    }),
  );
  return `${csvFormatRows([columns, ...rows])}\n`;
}

/** Prefixes an apostrophe if a spreadsheet would evaluate the text as a formula. */
function disarm(text: string): string {
  return /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
