/** Checks that the pages share their styles: what is counted here may only fall. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { countStyles, findSpacings, findUnusedClasses } from "../../../scripts/testing/countStyles.ts";

const read = (pattern: string) => globSync(pattern).map((name) => ({ name, text: readFileSync(name, "utf8") }));
const styles = read("src/**/*.css");

/** Made of parts: of alerts, of the cells and lines of formulas, of the tools of the image editor, by the highlighter, of icons and by VS Code. */
const composed = /^(?:alert|above|align|before|enclosed|gap|variant|hljs|codicon|vscode)-|^tool-move$|_$/;

describe("the styles of all pages", () => {
  test("have few rules, and few declarations that are not the same elsewhere", () => {
    const { rules, distinctDeclarations } = countStyles(styles);
    expect(rules).toBeLessThanOrEqual(640);
    expect(distinctDeclarations).toBeLessThanOrEqual(600);
  });

  test("have margins, paddings and gaps of one scale", () => {
    const scale = [0, 1, 2, 4, 6, 8, 12, 16, 24];
    expect([...findSpacings(styles)].filter(([pixels]) => !scale.includes(pixels))).toEqual([]);
  });

  test("have no class that no element has", () => {
    const unused = findUnusedClasses(styles, read("src/**/*.{ts,tsx}"));
    expect(unused.filter((name) => !composed.test(name))).toEqual([]);
  });
});

test("rules are counted in media queries too, and the same declaration once", () => {
  const text = ".a { margin: 0 3px; } @media (max-width: 9px) { .a { margin: 0 3px; color: red; } }";
  const style = { name: "a.css", text };
  expect(countStyles([style])).toEqual({ rules: 2, declarations: 3, distinctDeclarations: 2 });
  expect([...findSpacings([style]).keys()]).toEqual([3]);
  expect(findUnusedClasses([style], [{ name: "b.ts", text: 'class="ab"' }])).toEqual(["a"]);
});
