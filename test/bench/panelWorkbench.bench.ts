/** Measures on a real workbench the delay between the service's last delta and its display in the panel. */
import { stageExtension } from "../../scripts/stageExtension.ts";
import { openWorkbench } from "../ui/workbench.ts";
import type { Bench, BenchRow } from "./bench.ts";
import { startDeltaServer } from "./deltaServer.ts";
import { cutIntoDeltas, writeLongAnswer } from "./longAnswer.ts";

/** Deltas per second. */
const rate = 2000;

async function run(): Promise<BenchRow[]> {
  await using server = await startDeltaServer(cutIntoDeltas(writeLongAnswer()), rate);
  const staged = await stageExtension({ production: true });
  const workbench = await openWorkbench({
    isMeasured: true,
    extensionFolder: staged.folder,
    files: { "notes.md": "# Notes\n" },
    settings: { "generationStudio.baseUrl": server.baseUrl },
  });
  try {
    await workbench.runCommand("Generation Studio: Set API Key…");
    await workbench.answerInput("sk-bench-1234567890", "The key is stored in");
    await workbench.openContainer("Generation Studio");
    const chat = workbench.webview();
    await chat.getByRole("button", { name: "Model: bench-text" }).waitFor();
    const shown = chat.locator("#panel").evaluate(
      (panel) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (panel.querySelector("article.answer .markdown")?.lastElementChild?.textContent?.includes("The very last words.")) {
              // In the frame after this one, the change has been painted.
              requestAnimationFrame(() => resolve(Date.now()));
            } else requestAnimationFrame(look);
          };
          look();
        }),
    );
    const input = chat.getByRole("textbox", { name: "Message" });
    await input.fill("Write much");
    await input.press("Enter");
    const [painted, ended] = await Promise.all([shown, server.ended]);
    return [{ name: "panel-workbench-lag-ms", value: Math.max(0, painted - ended), unit: "ms" }];
  } finally {
    await workbench.close();
    await staged.remove();
  }
}

const panelWorkbenchBench: Bench = { names: ["panel-workbench-lag-ms"], run };
export default panelWorkbenchBench;
