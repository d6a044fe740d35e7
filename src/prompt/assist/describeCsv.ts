import { t } from "../../contract/translate.ts";
import type { FileFact } from "../facts.ts";
import { parseCsv } from "../text/parseCsv.ts";

/** The facts about a CSV file of `batch` or `tests`. `text`: undefined if the file is no text. */
export function describeCsv(
  text: string | undefined,
  use: "batch" | "tests",
): Pick<FileFact, "columns" | "rows" | "header" | "faults" | "text"> {
  if (text === undefined) return { faults: [{ line: 0, message: t("The file is not a text in UTF-8 or UTF-16."), blocks: "file" }] };
  const { columns, rows, header, faults } = parseCsv(text);
  return { ...(use === "tests" ? { text } : {}), columns, rows: rows.length, header, faults };
}
