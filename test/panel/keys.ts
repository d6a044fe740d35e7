/** Presses keys in a panel and reads its focus. */
import { expect } from "vitest";
import type { PanelPage } from "./panelPage.ts";

export interface FocusedControl {
  name: string;
  /** The text of the message that contains it; "" outside messages. */
  turn: string;
  isMarked: boolean;
}

/** The focused element, and whether its focus is visible: by its own outline, or by the border of its field. */
export function readFocus({ page }: Pick<PanelPage, "page">): Promise<FocusedControl> {
  return page.evaluate(() => {
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
  /** Presses Tab, or another key, until a control with this name has the focus. */
  to(name: string, key?: string): Promise<void>;
  /** Waits until the panel moves the focus to a control with this name. */
  isOn(name: string | RegExp): Promise<void>;
  /** Elements that had the focus without showing it. */
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
