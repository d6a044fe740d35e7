/** The published conformance suite `llmprobe`, unchanged, against the service with `--superset`. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { startTestService } from "../testService.ts";

const reportSchema = z.object({
  conformance: z.object({
    bySurface: z.array(z.object({ surface: z.string(), pct: z.number() })),
    results: z.array(z.looseObject({ id: z.string(), outcome: z.string() })),
  }),
});

const service = await startTestService({ superset: true });
const program = join(dirname(createRequire(import.meta.url).resolve("llmprobe/package.json")), "bin/dist/llmprobe.mjs");

test("models and responses pass every MUST assertion", { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-llmprobe-"));
  try {
    const report = join(folder, "report.json");
    await promisify(execFile)(
      process.execPath,
      [
        program,
        `${service.url}/api/v1`,
        "-k",
        service.key,
        "-m",
        "demo-text",
        "--quick",
        "--reasoning",
        "default",
        "--no-bench",
        "--no-save",
        "--save",
        report,
      ],
      { env: { ...process.env, HOME: folder } },
    ).catch((error: unknown) => error);
    const { conformance } = reportSchema.parse(JSON.parse(await readFile(report, "utf8")));
    expect(conformance.results.filter((result) => result.outcome === "fail")).toEqual([]);
    expect(conformance.bySurface.map(({ surface, pct }) => [surface, pct])).toEqual([
      ["models", 100],
      ["chat", 100],
      ["responses", 100],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
