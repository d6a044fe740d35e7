/** Finds the words of a text editor that have too little contrast. */
import type { Locator } from "playwright-core";

export interface FaintWord {
  text: string;
  color: string;
  /** WCAG's ratio, 1 to 21. */
  contrast: number;
}

/** Words and code lenses below the ratio that WCAG 2 requires: 4.5 to 1. Themes dim code lenses on purpose: 3 to 1. */
export function readContrasts(editor: Locator): Promise<FaintWord[]> {
  return editor.evaluate((element) => {
    const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (rgb: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
        const part = value / 255;
        return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const background = element.querySelector(".monaco-editor-background") ?? element;
    const behind = channels(getComputedStyle(background).backgroundColor).slice(0, 3);
    const judge = (word: Element, least: number): FaintWord[] => {
      const { color } = getComputedStyle(word);
      const [red = 0, green = 0, blue = 0, alpha = 1] = channels(color);
      const seen = [red, green, blue].map((value, index) => value * alpha + (behind[index] ?? 0) * (1 - alpha));
      const [light = 0, dark = 0] = [luminance(seen), luminance(behind)].toSorted((a, b) => b - a);
      const contrast = (light + 0.05) / (dark + 0.05);
      return contrast < least && word.textContent?.trim() ? [{ text: word.textContent, color, contrast }] : [];
    };
    const words = [...element.querySelectorAll(".view-line > span > span")];
    if (words.length === 0) throw new Error("The editor shows no words.");
    return [
      ...words.flatMap((word) => judge(word, 4.5)),
      ...[...element.querySelectorAll(".codelens-decoration a")].flatMap((lens) => judge(lens, 3)),
    ];
  });
}
