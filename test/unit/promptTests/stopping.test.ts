/** Stopping a run of tests before the request of a test is sent. */
import { expect, test } from "vitest";
import type { GenerationStarter } from "../../../src/generations/generation.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { readTests } from "../../../src/prompt/testing/readTests.ts";
import { createBudget } from "../../../src/promptTests/budget.ts";
import { planTests } from "../../../src/promptTests/planTests.ts";
import { repetitionsOf } from "../../../src/promptTests/repetition.ts";
import { type RepetitionEnd, runTests } from "../../../src/promptTests/runTests.ts";
import { openScripted } from "../generations/imageTask.ts";
import { baseUrl } from "../generations/scriptedClient.ts";

test.each([
  ["text of v1", "kind: text"],
  ["text of v2", "kind: text\ninterface: v2"],
  ["an image of v1", "kind: image"],
  ["an image of v2", "kind: image\ninterface: v2"],
  ["audio", "kind: audio\nvoice: a\nformat: wav"],
  ["a video", "kind: video"],
])("a test of %s that is stopped while the cache is read sends nothing", async (_, front) => {
  const { folder } = await openScripted({});
  let starts = 0;
  const generations: GenerationStarter = {
    start: () => {
      starts += 1;
      return Promise.reject(new Error("It was sent."));
    },
  };
  const document = parsePromptDocument(`---\n${front}\nmodel: painter\ntests: [ { assert: [] } ]\n---\nA fox\n`);
  const { planned, errors } = planTests(document, readTests(document), {});
  expect(errors).toEqual([]);
  const stop = new AbortController();
  const ends: RepetitionEnd[] = [];
  await runTests(repetitionsOf(planned), {
    asked: { generations, baseUrl, folder },
    cache: {
      async read() {
        stop.abort();
        return undefined;
      },
      write: async () => undefined,
    },
    service: baseUrl,
    use: "cacheFirst",
    budget: createBudget(undefined),
    readExpected: async () => undefined,
    atOnce: 1,
    signal: stop.signal,
    onEnd: (_repetition, end) => ends.push(end),
  });
  expect(ends).toEqual([{ type: "notRun", because: "stopped", spent: 0 }]);
  expect(starts).toBe(0);
});
