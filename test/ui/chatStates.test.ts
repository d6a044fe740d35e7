/** Each state of the chat at a real workbench, in the four themes: a screenshot, and what axe-core finds in it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readViolations, type Violation } from "../panel/readViolations.ts";
import { chatScript } from "./chatScript.ts";
import { chatStates } from "./chatStates.ts";
import type { Front } from "./openFront.ts";
import { startScriptedService } from "./scriptedService.ts";
import { type ChatFrame, findChat } from "./workbench/chatFrames.ts";
import { type Theme, themes } from "./workbench/themes.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

let service: Front;
let workbench: Workbench;
let chat: ChatFrame;

beforeAll(async () => {
  service = await startScriptedService(chatScript);
  workbench = await openWorkbench({
    files: {
      "src/lamp.ts": "export const lamp = 'oil';\n",
      "src/light/lantern.test.ts": "test();\n",
      "docs/landmarks.md": "# Landmarks\n",
    },
    settings: { "generationStudio.baseUrl": service.url },
    viewport: { width: 1000, height: 900 },
  });
  await workbench.openContainer("Generation Studio");
  // The chat needs the room: what is scrolled away is on no picture.
  await workbench.pane("Tasks").locator(".pane-header").click();
  chat = await findChat(workbench.page, "sideBar");
}, 180_000);
afterAll(async () => {
  await workbench?.close();
  await service?.close();
});

let order: readonly Theme[] = ["dark", "light", "highContrastDark", "highContrastLight"];

test.each(chatStates)("$name is accessible in the four themes, and its pictures are there to be looked at", async ({ name, enter }) => {
  const shown = await enter(workbench, chat);
  const found = new Map<Theme, Violation[]>();
  for (const theme of order) {
    await workbench.switchTheme(theme);
    await shown.frame.waitForFunction((id) => document.body.dataset.vscodeThemeId === id, themes[theme].label);
    found.set(theme, await readViolations(shown.frame));
    await workbench.screenshot(`states/${name}-${theme}`);
  }
  // Each state begins with the theme in which the one before it ended: every change takes time.
  order = order.toReversed();
  expect([...found].filter(([, violations]) => violations.length > 0)).toEqual([]);
});
