/** Handles clicks in rendered Markdown. */

import { confirmedMilliseconds } from "../Button.tsx";
import { drawAround, toggleDiagram } from "../diagrams/diagramView.ts";
import { isAllowedLink } from "../links.ts";
import { codeOf } from "../markdown/codeBlock.ts";
import { followFootnote } from "../markdown/footnotes.ts";
import type { Host } from "./host.ts";
import type { Panel } from "./panel.ts";

/** Confirms for a moment that the code was copied. */
function confirmCopy(button: Element): void {
  const icon = button.querySelector(".codicon");
  icon?.classList.replace("codicon-copy", "codicon-check");
  setTimeout(() => icon?.classList.replace("codicon-check", "codicon-copy"), confirmedMilliseconds);
}

function runCodeAction(button: HTMLElement, action: string, host: Host): void {
  const found = codeOf(button);
  if (found === undefined) return;
  const { code, language } = found;
  const turnId = button.closest<HTMLElement>("[data-turn]")?.dataset.turn ?? "";
  switch (action) {
    case "copyCode":
      host.call("copy", { text: code });
      confirmCopy(button);
      break;
    case "applyCode":
      host.call("applyCode", { turnId, ...found });
      break;
    case "insertCode":
    case "newFile":
    case "runInTerminal":
      host.call(action, { turnId, code, language });
      break;
  }
}

async function loadImage(url: string, { host, store }: Pick<Panel, "host" | "store">): Promise<void> {
  const source = (await host.call("loadImage", { url }))?.source;
  if (source !== undefined) store.allowImage(url, source);
}

/** Value of `MouseEvent.button`. */
const middle = 1;

/** The host opens links, after checking them and asking the user, also for the middle button. The page itself never navigates. */
export function runAction(event: MouseEvent, { host, store }: Panel): void {
  if (!(event.target instanceof Element) || event.button > middle) return;
  const link = event.target.closest<HTMLElement>("a[href]");
  if (link !== null) {
    event.preventDefault();
    // VS Code listens on the window of every webview and would open the link a second time.
    event.stopPropagation();
    if (followFootnote(link)) return;
    const url = link.getAttribute("href") ?? "";
    const { file } = link.dataset;
    if (file !== undefined) host.call("openFile", { reference: file });
    else if (isAllowedLink(url)) host.call("openLink", { url });
    return;
  }
  if (event.button === middle) return;
  const button = event.target.closest<HTMLElement>("button[data-action]");
  const action = button?.dataset.action;
  if (button === null || button === undefined || action === undefined) return;
  switch (action) {
    case "loadImage":
      void loadImage(button.dataset.address ?? "", { host, store });
      break;
    case "toggleDiagram":
      toggleDiagram(button);
      break;
    case "drawDiagram":
      drawAround(button);
      break;
    case "enlargeDiagram":
      store.ask({ type: "enlargeDiagram", source: button.querySelector("img")?.src ?? "" });
      break;
    default:
      runCodeAction(button, action, host);
  }
}
