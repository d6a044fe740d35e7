/** Reads the serious and critical findings of axe-core in a document. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Violation {
  id: string;
  impact: string;
  /** The elements, each with its finding. */
  nodes: string[];
}

/** The rules whose results depend on the theme. */
export const colourRules: readonly string[] = ["color-contrast", "link-in-text-block"];

/** The rules whose results depend on the size. */
export const scrollingRules: readonly string[] = ["scrollable-region-focusable"];

/** `rules`: axe-core's ids of rules; all of its usual ones if they are not given. */
export async function readViolations(document: Page | Frame, rules?: readonly string[]): Promise<Violation[]> {
  if (await document.evaluate(() => !("axe" in window))) await document.evaluate(`(() => {${axe}})()`);
  return document.evaluate(async (runOnly) => {
    const run = Reflect.get(window, "axe") as {
      run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    };
    const { violations: found } = await run.run({
      resultTypes: ["violations"],
      preload: false,
      ...(runOnly === undefined ? {} : { runOnly }),
    });
    return found
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`),
      }));
  }, rules);
}
