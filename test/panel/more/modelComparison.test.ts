/** The comparison of models: its table, its keys, answers in full, and blind rating. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Comparison } from "../../../src/library/comparison/comparison.ts";
import { sharedBrowser } from "../browser.ts";
import { answerOf, type ComparisonOptions, type ComparisonPage, cellAt, compareWhile, focusedCell, tableOf } from "../comparisonPage.ts";
import { modelComparisonStates } from "../modelComparisonStates.ts";
import { payloads } from "../payloads.ts";
import { pseudoComparisonTexts } from "../pseudoLanguage.ts";
import { findOutside, readAloud, wordsIn } from "../readTexts.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const button = ({ page }: ComparisonPage, name: string) => page.getByRole("button", { name, exact: true });
const heads = ({ page }: ComparisonPage) => page.getByRole("columnheader").allTextContents();
const textCell = (text: string, rating = 0) => ({
  state: "passed" as const,
  answers: [answerOf("text", 0, { text })],
  rating,
});
/** Each answer contains its model's name, so that a test can identify it. */
const named = (rows: number, rating: (row: number, column: number) => number = () => 0) =>
  tableOf(rows, 4, (row, column) => textCell(`answer ${row} of model ${column}`, rating(row, column)));

describe("the table", () => {
  test("has a row for each case and a column for each model, with the results of their answers", async () => {
    await compareWhile(browser, { table: tableOf(5, 3) }, async (panel) => {
      await cellAt(panel, 4, 2).waitFor();
      expect(await panel.page.getByRole("gridcell").count()).toBe(15);
      expect((await heads(panel))[1]).toContain("provider/model-1");
      expect((await heads(panel))[1]).toContain(panel.say("passedOf", 3, 4));
      const failed = cellAt(panel, 0, 2);
      expect(await failed.textContent()).toContain('Expected a text that contains "Quimper".');
      expect(await failed.textContent()).toContain(panel.say("failed"));
      expect(await failed.textContent()).toContain(panel.say("cost", "$0.012"));
      expect(await failed.textContent()).toContain(panel.say("seconds", "1.16"));
      await expect.poll(() => cellAt(panel, 1, 0).locator("img").count()).toBe(1);
      expect(await cellAt(panel, 1, 2).textContent()).toContain("the model is busy");
    });
  });

  test("shows each answer as it arrives, and stops on demand", async () => {
    const waiting = tableOf(2, 2, () => ({ state: "waiting", answers: [], rating: 0 }));
    await compareWhile(browser, { table: waiting, isRunning: true }, async (panel) => {
      await panel.page.getByText(panel.say("progress", 0, 4)).waitFor();
      await panel.post({ type: "cells", cells: [{ row: 1, column: 0, cell: textCell("a heron") }], isRunning: true });
      await panel.page.getByText(panel.say("progress", 1, 4)).waitFor();
      expect(await cellAt(panel, 1, 0).textContent()).toContain("a heron");
      await button(panel, panel.say("stop")).click();
      await panel.waitFor("stop");
      await panel.post({ type: "cells", cells: [], isRunning: false });
      await button(panel, panel.say("run")).click();
      await panel.waitFor("run");
      await button(panel, panel.say("chooseModels")).click();
      await panel.waitFor("chooseModels");
    });
  });

  test("is navigated with the keys of a grid, and restores the focus after a reload", async () => {
    await compareWhile(browser, { table: named(6) }, async (panel) => {
      const { page } = panel;
      await cellAt(panel, 0, 0).focus();
      const steps = [
        ["ArrowRight", "0 1"],
        ["ArrowDown", "1 1"],
        ["End", "1 3"],
        ["ArrowRight", "1 3"],
        ["PageDown", "5 3"],
        ["Home", "5 0"],
        ["ArrowUp", "4 0"],
        ["Control+Home", "0 0"],
        ["Control+End", "5 3"],
      ] as const;
      for (const [key, cell] of steps) {
        await page.keyboard.press(key);
        await expect.poll(() => focusedCell(panel), { message: key }).toBe(cell);
      }
      await expect
        .poll(() => page.evaluate(() => window.panelState))
        .toMatchObject({
          target: "file:///harbour.gen.md",
          active: { row: 5, column: 3 },
        });
    });
    await compareWhile(browser, { table: named(6), state: { isEnlarged: false, active: { row: 5, column: 3 } } }, async (panel) => {
      await expect.poll(() => cellAt(panel, 5, 3).getAttribute("tabindex")).toBe("0");
    });
  });

  test("opens the case in its document, and is exported", async () => {
    await compareWhile(browser, {}, async (panel) => {
      await panel.page.getByRole("rowheader").nth(2).getByRole("button").click();
      expect(await panel.waitFor("openCase")).toEqual({ type: "openCase", row: 2 });
      await button(panel, panel.say("exportMarkdown")).click();
      expect(await panel.waitFor("export")).toEqual({ type: "export", format: "markdown" });
      await button(panel, panel.say("exportCsv")).click();
      await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "export", format: "csv" });
    });
  });

  test("explains that there is no comparison", async () => {
    await compareWhile(browser, { nothing: "gone" }, async (panel) => {
      await panel.page.getByText(panel.say("gone")).waitFor();
    });
    await compareWhile(browser, { nothing: "restricted" }, async (panel) => {
      await button(panel, panel.say("trust")).click();
      await panel.waitFor("trust");
    });
  });
});

describe("the decision", () => {
  const costs = tableOf(2, 3, (_, column) => ({
    state: column === 0 ? "failed" : "passed",
    answers: [answerOf("text", 0, { cost: column === 1 ? 0.5 : 0.25, isPassed: column !== 0 })],
    rating: 0,
  }));

  test("names the cheapest model that passes all cases, draws all by cost and quality, and can be applied", async () => {
    await compareWhile(browser, { table: costs }, async (panel) => {
      await panel.page.getByText(panel.say("cheapestOfAll", "provider/model-3")).waitFor();
      const drawing = panel.page.getByRole("img", { name: panel.say("point", "provider/model-2", "100 %", "$0.5") });
      expect(await drawing.locator(".point").count()).toBe(3);
      expect(await drawing.locator(".chosen").textContent()).toContain("provider/model-3");
      await button(panel, panel.say("useModel")).click();
      expect(await panel.waitFor("useModel")).toEqual({ type: "useModel", column: 2 });
      await button(panel, panel.say("useModelOf", "provider/model-2")).click();
      await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "useModel", column: 1 });
    });
  });

  test("neither compares nor draws costs in different units, which are shown as they are", async () => {
    const inUnits = tableOf(2, 3, (_, column) => ({
      state: "passed",
      answers: [answerOf("text", 0, column === 2 ? { cost: 70, unit: "demo credits", milliseconds: 100 } : { cost: 0.25 })],
      rating: 0,
    }));
    await compareWhile(browser, { table: inUnits }, async (panel) => {
      await panel.page.getByText(panel.say("fastestOfAll", "provider/model-3")).waitFor();
      expect(await panel.page.locator(".plot").count()).toBe(0);
      await expect.poll(() => cellAt(panel, 0, 2).textContent()).toContain(panel.say("cost", "70 demo credits"));
      await panel.page.getByText(panel.say("cost", "140 demo credits")).waitFor();
      await panel.page.getByText(panel.say("cost", "$0.5")).first().waitFor();
    });
  });

  test("is not shown while answers are missing, and not while rating blind", async () => {
    await compareWhile(browser, { table: costs, isRunning: true }, async (panel) => {
      await cellAt(panel, 0, 0).waitFor();
      expect(await button(panel, panel.say("useModel")).count()).toBe(0);
      await panel.post({ type: "cells", cells: [], isRunning: false });
      await button(panel, panel.say("useModel")).waitFor();
      await button(panel, panel.say("rateBlind")).click();
      await expect.poll(() => button(panel, panel.say("useModel")).count()).toBe(0);
    });
  });
});

describe("an answer in full", () => {
  test("opens with Enter or a click, has all repetitions, and Escape returns to its cell", async () => {
    await compareWhile(browser, { table: tableOf(2, 5) }, async (panel) => {
      const { page } = panel;
      await cellAt(panel, 0, 4).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: panel.say("repetition", 2) }).waitFor();
      await page.getByText(panel.say("passedOf", 2, 2)).waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => focusedCell(panel)).toBe("0 4");
      await cellAt(panel, 0, 2).locator(".answer").click();
      await page.getByText("demo-text-mini judged: passed · score 0.5").waitFor();
      await button(panel, panel.say("previous")).click();
      await expect.poll(() => page.getByRole("heading").first().textContent()).toContain("provider/model-2");
      await button(panel, panel.say("back")).click();
      await expect.poll(() => focusedCell(panel)).toBe("0 1");
    });
  });

  test("keeps the focus at the last answer, which is rated and left with keys", async () => {
    await compareWhile(browser, { table: named(1), state: { isEnlarged: true, active: { row: 0, column: 2 } } }, async (panel) => {
      const { page } = panel;
      await button(panel, panel.say("next")).press("Enter");
      await page.getByText("answer 0 of model 3").waitFor();
      expect(await button(panel, panel.say("next")).isDisabled()).toBe(true);
      await page.keyboard.press("Enter");
      await page.keyboard.press("4");
      expect(await panel.waitFor("rate")).toEqual({ type: "rate", row: 0, column: 3, rating: 4 });
      await page.keyboard.press("Escape");
      await expect.poll(() => focusedCell(panel)).toBe("0 3");
    });
  });

  test("keeps the zoom from one image to the next", async () => {
    const images = tableOf(1, 2, (_, column) => ({ state: "passed", answers: [answerOf("image", column)], rating: 0 }));
    await compareWhile(browser, { table: images, state: { isEnlarged: true, active: { row: 0, column: 0 } } }, async (panel) => {
      const transform = () => panel.page.locator(".zoomed").evaluate((element) => (element as HTMLElement).style.transform);
      await button(panel, panel.say("zoomIn")).click();
      await expect.poll(transform).toBe("translate(-50%, -50%) scale(2)");
      await button(panel, panel.say("next")).click();
      await expect.poll(() => panel.page.getByRole("heading").first().textContent()).toContain("provider/model-2");
      await expect.poll(transform).toBe("translate(-50%, -50%) scale(2)");
    });
  });
});

describe("blind rating", () => {
  const blindly = (options: ComparisonOptions, use: (panel: ComparisonPage) => Promise<void>) =>
    compareWhile(browser, options, async (panel) => {
      await button(panel, panel.say("rateBlind")).click();
      await panel.page.getByText(panel.say("blindHint")).waitFor();
      await use(panel);
    });
  /** The model of each visible answer of a row. */
  const modelsIn = async (panel: ComparisonPage, row: number) =>
    Promise.all(
      [0, 1, 2, 3].map(async (index) => Number(/of model (\d)/.exec((await cellAt(panel, row, index).textContent()) ?? "")?.[1])),
    );

  test("hides models, verdicts, costs and times, and shuffles each row", async () => {
    await blindly({ table: named(8) }, async (panel) => {
      const said = (await readAloud(panel)).join(" ");
      for (const word of ["provider/model", panel.say("passed"), panel.say("cost", "").trim()]) expect(said).not.toContain(word);
      const rows = await Promise.all(Array.from({ length: 8 }, (_, row) => modelsIn(panel, row)));
      for (const row of rows) expect(row.toSorted()).toEqual([0, 1, 2, 3]);
      expect(new Set(rows.map(String)).size).toBeGreaterThan(1);
    });
  });

  test("rates the model of an answer with digits and with stars", async () => {
    await blindly({ table: named(3) }, async (panel) => {
      const shown = await modelsIn(panel, 1);
      await cellAt(panel, 1, 2).focus();
      await panel.page.keyboard.press("4");
      expect(await panel.waitFor("rate")).toEqual({ type: "rate", row: 1, column: shown[2], rating: 4 });
      await cellAt(panel, 1, 0)
        .getByRole("button", { name: panel.say("rate", 5) })
        .click();
      await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "rate", row: 1, column: shown[0], rating: 5 });
      await panel.post({ type: "cells", cells: [{ row: 1, column: shown[0] ?? 0, cell: textCell("answer 1", 5) }], isRunning: false });
      await cellAt(panel, 1, 0)
        .getByRole("button", { name: panel.say("rateClear") })
        .waitFor();
    });
  });

  test("hides the model in the full view too", async () => {
    await blindly({ table: tableOf(1, 3) }, async (panel) => {
      await cellAt(panel, 0, 1).locator(".answer").click();
      await expect.poll(() => panel.page.getByRole("heading").first().textContent()).toContain(panel.say("answerLetter", "B"));
      const said = (await readAloud(panel)).join(" ");
      for (const word of ["provider/model", 'Quimper"', panel.say("passed"), panel.say("failed")]) expect(said).not.toContain(word);
      await panel.page.keyboard.press("3");
      expect(await panel.waitFor("rate")).toMatchObject({ row: 0, rating: 3 });
    });
  });

  test("moves the focus into the full view before the next key", async () => {
    await compareWhile(browser, { table: named(2) }, async (panel) => {
      await panel.page.evaluate(() => {
        const heading = new MutationObserver(() => {
          if (document.querySelector("h1") === null) return;
          heading.disconnect();
          document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "3", bubbles: true }));
        });
        heading.observe(document.body, { childList: true, subtree: true });
      });
      await cellAt(panel, 0, 1).locator(".answer").click();
      await button(panel, panel.say("back")).waitFor();
      await expect.poll(() => panel.sent.at(-1)).toMatchObject({ type: "rate", row: 0, rating: 3 });
    });
  });

  test("keeps its order after a reload, and shows each model's mean afterwards", async () => {
    const ratings = (row: number, column: number) => (column === 1 ? row + 3 : 0);
    const table = named(3, ratings);
    const state = { isEnlarged: false, blind: 42 };
    const read = async (): Promise<number[][]> => {
      const found: number[][] = [];
      await compareWhile(browser, { table, state }, async (panel) => {
        await cellAt(panel, 2, 3).waitFor();
        for (const row of [0, 1, 2]) found.push(await modelsIn(panel, row));
      });
      return found;
    };
    expect(await read()).toEqual(await read());
    await compareWhile(browser, { table, state }, async (panel) => {
      await button(panel, panel.say("reveal")).click();
      await expect.poll(async () => (await heads(panel))[2]).toContain(panel.say("meanRating", "4", 3));
    });
  });
});

describe("each state of the comparison", () => {
  test.for(modelComparisonStates)(
    "$name fits with longer words, and shows no English word of its own",
    async ({ name, enter, ...options }) => {
      await compareWhile(browser, { ...options, language: "ru", texts: pseudoComparisonTexts, width: 320 }, async (panel) => {
        await enter?.(panel);
        await panel.screenshot(`${name}-translated-320`);
        await expect.poll(() => findOutside(panel)).toEqual([]);
        const data = wordsIn(panel.arrived);
        const readEnglish = async () =>
          (await readAloud(panel)).filter((text) => [...wordsIn(text)].some((word) => word.length > 1 && !data.has(word)));
        await expect.poll(readEnglish).toEqual([]);
      });
    },
  );
});

test("in cases, models, answers and remarks, nothing runs and nothing loads", async () => {
  const text = payloads.join("\n");
  const table: Comparison = {
    title: text,
    models: [text],
    cases: payloads.slice(0, 40).map((payload) => ({
      name: payload,
      document: payload,
      cells: [{ state: "failed", answers: [{ text: payload, files: [], isPassed: false, remarks: [payload] }], note: payload, rating: 0 }],
    })),
  };
  const find = ({ page }: ComparisonPage) =>
    page.evaluate(() => {
      const strange: string[] = [];
      for (const element of document.querySelectorAll(".comparison, .comparison *")) {
        for (const { name, value } of element.attributes) {
          const isOurs = name === "style" && element.matches(".table, .zoomed");
          if (/^on|^style$|^href$|^srcdoc$|^src$/i.test(name) && !isOurs) strange.push(`${name}=${value}`);
        }
        if (/^(?:script|iframe|object|embed|style|link|meta|base|form|svg|math|frame|template|a|img)$/i.test(element.localName))
          strange.push(element.localName);
        for (const type of ["mouseover", "focus", "toggle"]) element.dispatchEvent(new Event(type, { bubbles: true }));
      }
      return { strange, pwned: window.pwned };
    });
  await compareWhile(browser, { table }, async (panel) => {
    await cellAt(panel, 39, 0).waitFor();
    expect(await find(panel)).toEqual({ strange: [], pwned: undefined });
    await cellAt(panel, 3, 0).press("Enter");
    await button(panel, panel.say("back")).waitFor();
    expect(await find(panel)).toEqual({ strange: [], pwned: undefined });
    expect(panel.sent.filter(({ type }) => type !== "ready")).toEqual([]);
  });
});

test("a message of an unknown shape changes nothing", async () => {
  await compareWhile(browser, { table: named(2) }, async (panel) => {
    await panel.page.evaluate(() => {
      for (const push of [
        null,
        1,
        {},
        { type: "table" },
        { type: "cells", cells: [{}], isRunning: false },
        { type: "nothing", because: "x" },
      ]) {
        window.dispatchEvent(new MessageEvent("message", { data: push }));
        window.dispatchEvent(new MessageEvent("message", { data: { push } }));
      }
    });
    await expect.poll(() => panel.page.getByRole("gridcell").count()).toBe(8);
  });
});
