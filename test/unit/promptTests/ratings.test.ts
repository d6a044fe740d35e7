/** The ratings of answers, in a file. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRatings } from "../../../src/promptTests/ratings.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-ratings-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("they are restored when the file is opened again, and can be removed", async () => {
  const file = path.join(folder, "ratings.json");
  const ratings = await openRatings(file);
  await Promise.all([ratings.rate("a", 4), ratings.rate("b", 2), ratings.rate("c", 5)]);
  await ratings.rate("b", 0);
  expect(["a", "b", "c", "d"].map(ratings.of)).toEqual([4, 0, 5, 0]);
  const again = await openRatings(file);
  expect(["a", "b", "c", "d"].map(again.of)).toEqual([4, 0, 5, 0]);
});

test("a damaged file contains none, and is replaced", async () => {
  const file = path.join(folder, "damaged.json");
  await writeFile(file, "{");
  const ratings = await openRatings(file);
  expect(ratings.of("a")).toBe(0);
  await ratings.rate("a", 3);
  expect((await openRatings(file)).of("a")).toBe(3);
});
