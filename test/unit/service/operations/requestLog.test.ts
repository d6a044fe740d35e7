/** The lines of both formats of the log. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLog, joinLines, type LogFormat } from "../../../../src/service/operations/requestLog.ts";

const facts = { id: "request-1", method: "POST", path: '/api/v1/"quoted"\u2028', route: "/api/v1/responses", account: "ada", model: "m" };
const end = { status: 200, milliseconds: 12.4, bytes: 345, isCut: false };

function write(format: LogFormat, ...status: number[]): string[] {
  const lines: string[] = [];
  const log = createLog(format, (line) => lines.push(line));
  for (const each of status) log.request(facts, { ...end, status: each });
  log.message("the database\nbroke");
  return lines;
}

test("JSON: each line is one object, whatever a path or a message contains", () => {
  const lines = write("json", 200, 503);
  expect(lines.every((line) => line.indexOf("\n") === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: "info",
      message: "request",
      request_id: "request-1",
      path: facts.path,
      status: 200,
      ms: 12,
      bytes: 345,
      account: "ada",
      cut: false,
    },
    { level: "error", status: 503 },
    { level: "warn", message: "the database\nbroke" },
  ]);
});

test("text: a human-readable line", () => {
  expect(write("text", 200)[0]).toBe(`POST ${facts.path} 200 12 ms request-1\n`);
});

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
