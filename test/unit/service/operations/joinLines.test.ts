/** The lines of a log are written together, in order, and none is lost. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { joinLines } from "../../../../src/service/operations/joinLines.ts";

test("lines of one turn are one write, and later ones another", async () => {
  const written: string[] = [];
  const { write } = joinLines((text) => written.push(text));
  write("one\n");
  write("two\n");
  expect(written).toEqual([]);
  await nextTurn();
  expect(written).toEqual(["one\ntwo\n"]);
  write("three\n");
  await nextTurn();
  expect(written).toEqual(["one\ntwo\n", "three\n"]);
});

test("waiting lines are written once when the process ends", async () => {
  const written: string[] = [];
  const { write, flush } = joinLines((text) => written.push(text));
  write("last\n");
  flush();
  await nextTurn();
  expect(written).toEqual(["last\n"]);
});
