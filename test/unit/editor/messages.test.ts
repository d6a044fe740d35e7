/** The messages for translators are exactly those of the sources. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { collectMessages } from "../../../scripts/collectMessages.ts";
import { sources } from "../repository/repositoryFiles.ts";

const bundle = path.join(import.meta.dirname, "..", "..", "..", "l10n", "bundle.l10n.json");

test("the messages for translators are those of the sources; `node scripts/collectMessages.ts` updates them", async () => {
  expect(JSON.parse(await readFile(bundle, "utf8"))).toEqual(await collectMessages());
});

/** Functions whose first argument is shown in the editor's language. */
const shown = new Set(["t", "badAnswer", "badFile"]);

test("every text that a parser finds in a call that translates or throws it is for translators, in whatever quotes", async () => {
  const texts = await collectMessages();
  const found: string[] = [];
  for (const { name, text } of sources) {
    // The pages look their texts up by name.
    if (!name.startsWith("src/") || name.startsWith("src/webview/")) continue;
    new Visitor({
      CallExpression({ callee, arguments: [first] }) {
        const called = callee.type === "MemberExpression" ? callee.property : callee;
        if (called.type !== "Identifier" || !shown.has(called.name) || first?.type !== "Literal") return;
        if (typeof first.value === "string") found.push(first.value);
      },
    }).visit(parseSync(name, text).program);
  }
  expect(found.length).toBeGreaterThan(1000);
  expect(found.filter((text) => !Object.hasOwn(texts, text))).toEqual([]);
});
