/** `docs/security.md` promises nothing that no test shows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { aims } from "../../bench/aims.ts";

const root = join(import.meta.dirname, "../../..");
const { scripts } = z.parse(
  z.object({ scripts: z.record(z.string(), z.string()) }),
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
);
const page = readFileSync(join(root, "docs/security.md"), "utf8");

/** The rows of the tables under each heading, without their heads. */
const promises = page.split(/^## /m).flatMap((section) => {
  const [heading = "", ...lines] = section.split("\n");
  const rows = lines.filter((line) => /^\| (?!promise)/.test(line)).map((line) => line.split("|").slice(1, 3));
  return rows.map(([promise = "", shownBy = ""]) => ({ heading, promise: promise.trim(), shownBy: shownBy.trim() }));
});

test("there are promises to a user, to an agent's user and to an operator", () => {
  expect([...new Set(promises.map(({ heading }) => heading))]).toEqual(["To a user", "To an agent's user", "To an operator"]);
});

test.each(promises)("a test shows: $promise", ({ shownBy }) => {
  const named = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  const tests = named.filter((name) => name.startsWith("test/"));
  expect(tests).not.toEqual([]);
  for (const name of named) {
    if (name.startsWith("test/")) {
      expect(name).toMatch(/\/$|\.test\.ts$/);
      expect(existsSync(join(root, name)), name).toBe(true);
    } else {
      const [, script = "", rows] = /^npm run ([a-z:]+)(?: -- --only ([a-z-]+))?$/.exec(name) ?? [];
      expect(scripts, name).toHaveProperty([script]);
      // A benchmark shows a promise only if its rows have an aim.
      if (rows !== undefined)
        expect(
          Object.keys(aims).some((row) => row.startsWith(rows)),
          name,
        ).toBe(true);
    }
  }
});
