import { type Diagnostic, diagnostic } from "../diagnostic.ts";
import { findEntry } from "../frontMatter.ts";
import type { PromptDocument } from "../promptDocument.ts";
import { assertionNames } from "./testFields.ts";

/** Entries of `assert` that assert nothing. */
export function checkTests(document: PromptDocument): Diagnostic[] {
  const tests = findEntry(document.fields, "tests")?.value;
  if (tests?.type !== "list") return [];
  return tests.items.flatMap((item) => {
    const listed = item.type === "map" ? findEntry(item, "assert")?.value : undefined;
    if (listed?.type !== "list") return [];
    return listed.items.flatMap((entry) => {
      if (entry.type !== "map" || entry.entries.some(({ key }) => assertionNames.has(key))) return [];
      const message = "An entry of `assert` needs the name of an assertion, such as `icontains`.";
      return [diagnostic("missingMember", entry.range, message, { subject: "assert" })];
    });
  });
}
