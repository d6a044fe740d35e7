/** The messages for translators are exactly those of the editor's sources. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { collectMessages } from "../../../scripts/collectMessages.ts";

const bundle = path.join(import.meta.dirname, "..", "..", "..", "l10n", "bundle.l10n.json");

test("the messages for translators are those of the sources; `node scripts/collectMessages.ts` updates them", async () => {
  expect(JSON.parse(await readFile(bundle, "utf8"))).toEqual(await collectMessages());
});
