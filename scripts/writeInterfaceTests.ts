/** Writes `docs/interface-tests.md` from `test/service/interfaceTests.json`: the tests that show each row of the interface. */
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";

const file = (name: string) => new URL(`../${name}`, import.meta.url);

/** By heading of the page about the built-in service, then by the first cell of a row: names of test files with titles of tests. */
export const interfaceTestsSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())));

/** @internal */
export function writeInterfaceTests(tests: z.infer<typeof interfaceTestsSchema>): string {
  const sections = Object.entries(tests).map(([heading, rows]) => {
    const lines = Object.entries(rows).map(([row, titles]) => `| ${row} | ${titles.map((title) => `\`${title}\``).join("<br>")} |`);
    return [`## ${heading}`, "", "| row | tests |", "|---|---|", ...lines].join("\n");
  });
  return `# What shows each row of the interface

Each row of [the built-in service](built-in-service.md) has tests in \`test/service/\`. This page is written by
\`npm run interface\` from \`test/service/interfaceTests.json\`.

${sections.join("\n\n")}
`;
}

if (import.meta.main) {
  const tests = interfaceTestsSchema.parse(JSON.parse(readFileSync(file("test/service/interfaceTests.json"), "utf8")));
  writeFileSync(file("docs/interface-tests.md"), writeInterfaceTests(tests));
}
