/** The tables of docs/prompt-documents.md contain exactly the existing fields and checks. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mainTextField, requestFields } from "../../../src/contract/fields.ts";
import { interfaceVersions, kinds } from "../../../src/contract/kind.ts";
import { assertions } from "../../../src/prompt/assertions/assertions.ts";
import { severities } from "../../../src/prompt/diagnostic.ts";
import { ownFields } from "../../../src/prompt/fields/documentFields.ts";
import { builtInVariables } from "../../../src/prompt/text/variables.ts";

const page = readFileSync(new URL("../../../docs/prompt-documents.md", import.meta.url), "utf8");

function rowsOf(name: string): string[] {
  const part = page.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0] ?? "";
  return part.trim().split("\n").slice(2);
}

test("the table of fields is that of the schemas", () => {
  const expected = interfaceVersions.flatMap((version) =>
    kinds.map((kind) => {
      const main = mainTextField(kind, version);
      const fields = requestFields(kind, version).filter((field) => field.name !== main);
      const names = fields.map((field) => (field.required ? `**\`${field.name}\`**` : `\`${field.name}\``));
      return `| ${version} ${kind} | ${names.join(", ")} | \`${main}\` |`;
    }),
  );
  expect(rowsOf("fields")).toEqual(expected);
});

test("the table of checks is that of the codes", () => {
  expect(rowsOf("codes").map((row) => /^\| `(\w+)` \| (\w+) \| \S/.exec(row)?.slice(1))).toEqual(Object.entries(severities));
});

test("every own field and every variable is described", () => {
  for (const field of ownFields) expect(page).toContain(`| \`${field.name}\` |`);
  for (const variable of builtInVariables) expect(page).toMatch(new RegExp(`\\| \`\\{\\{${variable.name}(:\\w+)?\\}\\}\` \\|`));
});

test("the table of assertions is that of their files", () => {
  expect(rowsOf("assertions")).toEqual(
    assertions.map(({ name, description, threshold }) => {
      const option = threshold === undefined ? "" : ` \`threshold\`: ${threshold.description}.`;
      return `| \`${name}\` | ${description}${option} |`;
    }),
  );
});
