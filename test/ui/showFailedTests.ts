/** Takes a screenshot of each workbench when a test fails: `test-results/failed/NAME.png`. */
import path from "node:path";
import { afterEach } from "vitest";
import { drawn } from "../../scripts/vscodeHost/saveProcessorTime.ts";
import { repositoryFolder } from "../../scripts/vscodeHost/serverLocation.ts";
import { openPages } from "./workbench.ts";

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const name = `${path.basename(task.file.name, ".test.ts")} ${task.name}`.replace(/[^\w ]+/g, "").slice(0, 100);
  for (const [index, page] of [...openPages].entries()) {
    const file = path.join(repositoryFolder, "test-results", "failed", `${name} ${index}.png`);
    // The page itself may have failed.
    await page.screenshot({ path: file, style: drawn }).catch(() => undefined);
  }
});
