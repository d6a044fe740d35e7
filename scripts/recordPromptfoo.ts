/**
 * Records promptfoo's verdicts on a corpus of assertions, with which the tests compare ours: `npm run record:promptfoo`. promptfoo is
 * large: it is installed in a temporary folder, unless `PROMPTFOO_FOLDER=DIR` names a folder whose `node_modules` contains it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { installPackage } from "./testing/installPackage.ts";

const version = "0.123.1";
const folder = fileURLToPath(new URL("../test/fixtures/promptTests/", import.meta.url));

const corpusSchema = z.array(
  z.object({
    /** promptfoo's assertion. */
    assertion: z.object({ type: z.string(), value: z.optional(z.unknown()), threshold: z.optional(z.number()) }),
    output: z.string(),
    cost: z.optional(z.number()),
    latency: z.optional(z.number()),
    /** The answer of the judging model. */
    judged: z.optional(z.string()),
  }),
);
type Entry = z.infer<typeof corpusSchema>[number];

/** promptfoo reads columns of CSV files with a function that it does not export, so each is evaluated as a row, without a model. */
const cellsSchema = z.array(z.object({ cell: z.string(), output: z.string() }));

const promptfooSchema = z.object({
  assertions: z.object({ runAssertion: z.custom<(given: object) => Promise<{ pass: boolean }>>((value) => typeof value === "function") }),
  evaluate: z.custom<(suite: object, options: object) => Promise<unknown>>((value) => typeof value === "function"),
});
const summarySchema = z.object({ results: z.array(z.object({ testIdx: z.number(), success: z.boolean() })) });

function readCorpus<Schema extends z.ZodMiniType>(schema: Schema, name: string): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(path.join(folder, name), "utf8")));
}

async function judge(runAssertion: (given: object) => Promise<{ pass: boolean }>, entry: Entry): Promise<boolean | "error"> {
  const { assertion, output, cost, latency, judged } = entry;
  const provider = { id: () => "judge", callApi: async () => ({ output: judged }) };
  try {
    const { pass } = await runAssertion({
      prompt: "A prompt",
      assertion,
      test: { vars: { city: "Brest" }, options: { provider } },
      providerResponse: { output, cost },
      ...(latency === undefined ? {} : { latencyMs: latency }),
    });
    return pass;
  } catch {
    return "error";
  }
}

async function judgeCells(evaluate: (suite: object, options: object) => Promise<unknown>, temporary: string): Promise<boolean[]> {
  const cells = readCorpus(cellsSchema, "cells.json");
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const csv = path.join(temporary, "cells.csv");
  writeFileSync(csv, ["output,__expected", ...cells.map(({ cell, output }) => `${quote(output)},${quote(cell)}`)].join("\n"));
  const provider = async (prompt: string) => ({ output: prompt });
  const evaluated = await evaluate(
    { prompts: ["{{output}}"], providers: [provider], tests: `file://${csv}`, writeLatestResults: false },
    { cache: false },
  );
  const summary = await z
    .object({ toEvaluateSummary: z.custom<() => Promise<unknown>>() })
    .parse(evaluated)
    .toEvaluateSummary.call(evaluated);
  const { results } = summarySchema.parse(summary);
  return cells.map((_, index) => results.find(({ testIdx }) => testIdx === index)?.success === true);
}

const temporary = mkdtempSync(path.join(tmpdir(), "generation-studio-promptfoo-"));
process.env.PROMPTFOO_DISABLE_TELEMETRY = "1";
process.env.PROMPTFOO_DISABLE_UPDATE = "1";
process.env.PROMPTFOO_CONFIG_DIR = temporary;
try {
  const installed = process.env.PROMPTFOO_FOLDER ?? (await installPackage("promptfoo", version, temporary));
  const entry = path.join(installed, "node_modules", "promptfoo", "dist", "src", "index.js");
  const { default: module }: { default: unknown } = await import(pathToFileURL(entry).href);
  const promptfoo = promptfooSchema.parse(module);
  const corpus = readCorpus(corpusSchema, "assertions.json");
  const verdicts = [];
  for (const one of corpus) verdicts.push(await judge(promptfoo.assertions.runAssertion, one));
  const cells = await judgeCells(promptfoo.evaluate, temporary);
  writeFileSync(path.join(folder, "verdicts.json"), `${JSON.stringify({ version, assertions: verdicts, cells }, undefined, 2)}\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
