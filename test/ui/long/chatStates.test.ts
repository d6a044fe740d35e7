/** States of the chat in the four themes of VS Code itself: the findings of axe-core and, if asked for, a screenshot of each state. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readViolations, type Violation } from "../../panel/readViolations.ts";
import { chatScript } from "../chatScript.ts";
import { chatStates } from "../chatStates.ts";
import type { Front } from "../openFront.ts";
import { startScriptedService } from "../scriptedService.ts";
import { type ChatFrame, findChat } from "../workbench/chatFrames.ts";
import type { Theme } from "../workbench/themes.ts";
import { applyAppearance, readAppearances, switchTheme } from "../workbench/webviewThemes.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let service: Front;
let workbench: Workbench;
let chat: ChatFrame;
let appearances: Awaited<ReturnType<typeof readAppearances>>;

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
  chat = await findChat(workbench.page, "sideBar");
  appearances = await readAppearances(workbench, chat.frame);
});
afterAll(async () => {
  await workbench?.close();
  await service?.close();
});

/**
 * The panel's own tests check all states in colours that were recorded from VS Code. These show each kind of element in its real colours, and
 * set the key first.
 */
const states = ["keyMissing", "empty", "settings", "rich", "outcomes", "longWords", "conversations", "inEditor"];
const takesScreenshots = process.env.SCREENSHOTS !== undefined;

test.each(chatStates.filter(({ name }) => takesScreenshots || states.includes(name)))(
  "$name is accessible in the four themes, and screenshots of it are taken",
  async ({ name, enter }) => {
    const { frame } = await enter(workbench, chat);
    const found = new Map<Theme, Violation[]>();
    for (const [theme, appearance] of appearances) {
      // A screenshot shows the workbench too.
      if (takesScreenshots) await switchTheme(workbench, frame, theme);
      else await applyAppearance(frame, appearance);
      found.set(theme, await readViolations(frame));
      await workbench.screenshot(`states/${name}-${theme}`);
    }
    expect([...found].filter(([, violations]) => violations.length > 0)).toEqual([]);
  },
);
