/** Presses keys in a panel and reads its focus. */
import { expect } from "vitest";
import type { PanelPage } from "./panelPage.ts";

export interface FocusedControl {
  name: string;
  /** The text of the message that it is in; "" outside of all. */
  turn: string;
  isMarked: boolean;
}

/** What has the focus, and whether a person can see that: by an outline of its own, or by the edge of the field that it is in. */
export function readFocus(panel: PanelPage): Promise<FocusedControl> {
  return panel.page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const isDrawn = (width: string, colour: string) => Number.parseFloat(width) >= 1 && !/^(?:transparent|rgba\(.*, 0\))$/.test(colour);
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const hasOutline = outlineStyle !== "none" && isDrawn(outlineWidth, outlineColor);
    const field = element.matches("input[type=text], textarea") ? element.closest(".prompt-editor textarea, .search, .input-box") : null;
    const probe = document.createElement("i");
    document.body.append(probe);
    probe.style.color = "var(--vscode-focusBorder)";
    const wanted = getComputedStyle(probe).color;
    probe.remove();
    const edge = field && getComputedStyle(field);
    const hasEdge = edge !== null && edge.borderBottomColor === wanted && isDrawn(edge.borderBottomWidth, wanted);
    return {
      name: element.getAttribute("aria-label") ?? element.textContent ?? "",
      turn: element.closest("article")?.textContent ?? "",
      isMarked: hasOutline || hasEdge,
    };
  });
}

export interface Keys {
  press(...names: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Goes on with Tab, or another key, until a control of this name has the focus. */
  to(name: string, key?: string): Promise<void>;
  /** Waits until a control of this name has the focus by itself. */
  isOn(name: string | RegExp): Promise<void>;
  /** What had the focus and did not show it. */
  readonly unmarked: string[];
}

export function createKeys(panel: PanelPage): Keys {
  const { page } = panel;
  const unmarked: string[] = [];
  const look = async () => {
    const focus = await readFocus(panel);
    if (!focus.isMarked) unmarked.push(focus.name);
    return focus;
  };
  return {
    unmarked,
    async press(...names) {
      for (const name of names) await page.keyboard.press(name);
    },
    type: (text) => page.keyboard.type(text),
    async to(name, key = "Tab") {
      const passed: string[] = [];
      do {
        await page.keyboard.press(key);
        const focus = await look();
        if (focus.name === name) return;
        passed.push(focus.name);
      } while (passed.length < 60);
      throw new Error(`${name} is not reached; what is: ${passed.join(" | ")}`);
    },
    async isOn(name) {
      await expect.poll(async () => (await readFocus(panel)).name).toMatch(name);
      await look();
    },
  };
}
