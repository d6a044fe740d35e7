/** What `npm run service` says of options that it cannot use. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { mainProgram } from "../mainProgram.ts";
import { startServiceProcess } from "../serviceProcess.ts";

const run = (...args: string[]) => spawnSync(process.execPath, [mainProgram, "service", ...args], { encoding: "utf8", timeout: 120_000 });

test.each([
  ["--nonsense"],
  ["--port", "many"],
  ["--delay=-1"],
  ["--rate", ""],
  ["--log", "xml"],
  ["--grace", "soon"],
  ["--metrics-from", "10.0.0.0/33"],
  ["--database", "mysql://h/d"],
  ["--database", "postgres://h/d", "--files", "gs://b"],
  ["keys", "list", "--database", ""],
  ["usage", "--database", "h/d"],
])("%s %s exits with 1 and a sentence, without a stack trace", (...args) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(1);
  expect(stderr).toContain("--help");
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("a port in use exits with 1 and a sentence", async () => {
  const service = await startServiceProcess();
  const { status, stderr } = run("--port", new URL(service.url).port);
  expect(status).toBe(1);
  expect(stderr).toContain("EADDRINUSE");
});
