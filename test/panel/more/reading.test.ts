/** A growing answer never disturbs a user who reads, selects, leaves or listens. */
import type { Browser, Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Change } from "../../../src/chat/conversation/change.ts";
import type { Conversation } from "../../../src/chat/conversation/conversation.ts";
import { sharedBrowser } from "../browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../conversations.ts";
import type { PanelPageOptions } from "../documentPage.ts";
import { openPanelPage, type PanelPage } from "../panelPage.ts";

const paragraphs = (count: number, name = "Paragraph") =>
  Array.from(
    { length: count },
    (_, index) => `${name} ${index} of a long answer, with words enough for two lines in a narrow pane.\n\n`,
  ).join("");
const append = (text: string): Change => ({ type: "textAppended", turnId: "s", key: "0.0", text });
const settle: Change = { type: "answerSettled", turnId: "s", state: "completed", usage: { total_tokens: 9 }, milliseconds: 900 };
const streaming = (text: string): Conversation =>
  conversationOf([promptOf("p", "Write"), answerOf("s", "p", [textPart(text)], { state: "streaming" })]);
const many = (count: number): Conversation =>
  conversationOf(
    Array.from({ length: count }, (_, index) => [
      promptOf(`p${index}`, `Question ${index}`, index === 0 ? null : `a${index - 1}`),
      answerOf(`a${index}`, `p${index}`, [textPart(paragraphs(3 + (index % 5), `Answer ${index}, paragraph`))]),
    ]).flat(),
  );

describe("a reader", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  async function inPanel<Result>(use: (panel: PanelPage) => Promise<Result>, options: PanelPageOptions = {}): Promise<Result> {
    const panel = await openPanelPage(browser, { height: 500, ...options });
    try {
      return await use(panel);
    } finally {
      await panel.close();
    }
  }

  /** CSS pixels between the visible area and the end of the conversation. */
  const distanceToEnd = ({ page }: PanelPage) =>
    page.locator(".turns-region").evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  const topOf = (position: Locator) => position.evaluate((element) => element.getBoundingClientRect().top);
  const toEnd = ({ page }: PanelPage) => page.getByRole("button", { name: "Scroll to End" });

  /** Waits until scrolling has stopped: the position is the same in many frames, also on a slow machine. */
  async function isStill(position: Locator): Promise<void> {
    const countTops = () =>
      position.evaluate(async (element) => {
        const tops = new Set<number>();
        for (let frame = 0; frame < 30; frame += 1) {
          tops.add(element.getBoundingClientRect().top);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return tops.size;
      });
    await expect.poll(countTops).toBe(1);
  }

  /** Streams paragraphs, each in three pieces, and waits until the last one is drawn. */
  async function stream(panel: PanelPage, count: number, name: string): Promise<void> {
    for (let index = 0; index < count; index += 1)
      for (const piece of [`${name} ${index} `, "comes in pieces, ", "and has an end.\n\n"])
        await panel.change("conversation", [append(piece)]);
    await panel.page.getByText(`${name} ${count - 1} comes in pieces, and has an end.`).waitFor();
  }

  test("sees a very long message collapsed, and all of it on request or while Find is open", () =>
    inPanel(async (panel) => {
      const text = Array.from({ length: 60 }, (_, line) => `Line ${line + 1}`).join("\n");
      await panel.show(conversationOf([promptOf("p", text), answerOf("a", "p", [textPart("A log.")])]));
      const shown = panel.page.locator(".prompt-text");
      const isWhole = () => shown.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight);
      await expect.poll(() => isWhole()).toBe(false);
      const button = panel.page.getByRole("button", { name: `Show All ${text.length} Characters` });
      await expect.poll(() => button.getAttribute("aria-expanded")).toBe("false");
      await panel.post({ type: "find" });
      await button.waitFor({ state: "hidden" });
      await expect.poll(() => isWhole()).toBe(true);
      await panel.page.keyboard.press("Escape");
      await button.focus();
      await panel.page.keyboard.press("Enter");
      const less = panel.page.getByRole("button", { name: "Show Less", expanded: true });
      await expect.poll(() => isWhole()).toBe(true);
      await less.click();
      await button.waitFor();
      await expect.poll(() => isWhole()).toBe(false);
    }));

  test("at the end stays there, and sees nothing move when the answer ends", async () => {
    await inPanel(async (panel) => {
      await panel.show(streaming(paragraphs(12)));
      await stream(panel, 10, "More");
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      const last = panel.page.locator("article.answer .markdown p").last();
      const before = await topOf(last);
      await panel.change("conversation", [settle]);
      await panel.page.locator(".usage", { hasText: "9 tokens" }).waitFor();
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      expect(Math.abs((await topOf(last)) - before)).toBeLessThanOrEqual(1);
    });
  });

  test("presses a button of the answer although it grows, and is then at the end again", () =>
    inPanel(async (panel) => {
      const { page } = panel;
      await panel.show(streaming(`${paragraphs(12)}\`\`\`ts\nconst a = 1;\n\`\`\`\n\nA paragraph.\n\n`));
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      const copy = page.getByRole("button", { name: "Copy", exact: true }).first();
      await copy.hover();
      await page.mouse.down();
      const before = await topOf(copy);
      await stream(panel, 6, "More");
      expect(await topOf(copy)).toBe(before);
      await page.mouse.up();
      await expect.poll(() => panel.sent.filter(({ type }) => type === "copy")).toEqual([{ type: "copy", text: "const a = 1;\n" }]);
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
    }));

  test("who scrolls up stays at that position, however much arrives and however it ends, until they scroll to the end", async () => {
    await inPanel(async (panel) => {
      await panel.show(streaming(paragraphs(40)));
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      await panel.page.locator(".turns-region").hover();
      await panel.page.mouse.wheel(0, -400);
      await toEnd(panel).waitFor();
      const read = panel.page.getByText("Paragraph 30 of");
      await isStill(read);
      const before = await topOf(read);
      await stream(panel, 12, "More");
      expect(await topOf(read)).toBe(before);
      await panel.change("conversation", [settle]);
      await panel.page.locator(".usage").waitFor({ state: "attached" });
      expect(await topOf(read)).toBe(before);
      await toEnd(panel).click();
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      await toEnd(panel).waitFor({ state: "detached" });
    });
  });

  test("who scrolls up in a frame in which text is drawn leaves the end", () =>
    inPanel(async (panel) => {
      await panel.show(streaming(paragraphs(40)));
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      const data = { push: { type: "changes", conversationId: "conversation", changes: [append("One more.")] } };
      // Requested before the panel requests its frame: it scrolls in the same frame, before the text is drawn.
      await panel.page.locator(".turns-region").evaluate((region, message) => {
        requestAnimationFrame(() => region.scrollBy(0, -400));
        window.dispatchEvent(new MessageEvent("message", { data: message }));
      }, data);
      await toEnd(panel).waitFor();
      expect(await distanceToEnd(panel)).toBeGreaterThan(300);
    }));

  test("keeps the selection and the focus while the answer grows and when it ends", async () => {
    await inPanel(async (panel) => {
      const { page } = panel;
      await panel.show(streaming("A settled paragraph.\n\n```ts\nconst a = 1;\n```\n\n- one\n- two **bold**\n\nThis one still grow"));
      await page.getByText("This one still grow").waitFor();
      await page.getByRole("button", { name: "Copy", exact: true }).first().focus();
      const select = (from: string, to: string) =>
        page.evaluate(
          (texts) => {
            const walker = document.createTreeWalker(document.querySelector(".answer .markdown") ?? document.body, NodeFilter.SHOW_TEXT);
            const nodes: Text[] = [];
            while (walker.nextNode()) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
            const [first, last] = texts.map((text) => nodes.find(({ data }) => data.includes(text)));
            if (first && last) getSelection()?.setBaseAndExtent(first, first.data.indexOf(texts[0] ?? ""), last, 4);
          },
          [from, to],
        );
      const selected = () => page.evaluate(() => getSelection()?.toString().replaceAll(/\s+/g, " "));
      await select("settled", "This one");
      const before = await selected();
      expect(before).toMatch(/^settled paragraph\..*bold This$/);
      await panel.change("conversation", [append("s, and")]);
      await stream(panel, 5, " More");
      await panel.change("conversation", [append("> A quote\n\nand [a link](https://example.com).\n\n| a |\n|---|\n| 1 |\n"), settle]);
      await page.locator(".usage").waitFor();
      expect(await selected()).toBe(before);
      expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Copy");
    });
  });

  /** Scrolls up to the middle of the conversation. Returns the line there, and where it is. */
  async function readMiddle({ page }: PanelPage): Promise<{ text: string; top: number }> {
    await page.locator(".turns-region").hover();
    const read = page.getByText("Answer 20, paragraph 1 of");
    const comes = async () => {
      await page.mouse.wheel(0, -1000);
      return (await read.isVisible()) && (await topOf(read)) > 0;
    };
    await expect.poll(comes, { interval: 20 }).toBe(true);
    await isStill(read);
    // In a single step, because the wheel may still be scrolling on a slow machine.
    return page.evaluate(() => {
      document.querySelector(".turns-region")?.dispatchEvent(new Event("scrollend"));
      const line = [...document.querySelectorAll(".answer p")].find((element) => element.getBoundingClientRect().top > 0);
      return { text: line?.textContent ?? "", top: line?.getBoundingClientRect().top ?? 0 };
    });
  }

  async function isAt({ page }: PanelPage, { text, top }: { text: string; top: number }): Promise<void> {
    const read = page.getByText(text, { exact: true });
    await read.waitFor();
    await expect.poll(async () => Math.abs((await topOf(read)) - top)).toBeLessThanOrEqual(2);
  }

  test("returns to the same position in a conversation after another one was shown", () =>
    inPanel(async (panel) => {
      await panel.show(many(40));
      const line = await readMiddle(panel);
      const lamps = [promptOf("lamps", "Lamps?"), answerOf("oil", "lamps", [textPart(paragraphs(20, "Oil"))])];
      await panel.show(conversationOf(lamps, { id: "other" }));
      await panel.page.getByText("Oil 19").or(panel.page.getByText("Lamps?")).first().waitFor();
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      await panel.show(many(40));
      await isAt(panel, line);
    }));

  test("returns to the same position after the page was reloaded, and to the end if they were there", async () => {
    const position = await inPanel(async (panel) => {
      await panel.show(many(40));
      await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      expect(await panel.page.evaluate(() => window.panelState)).toMatchObject({ positions: {} });
      const line = await readMiddle(panel);
      return { line, state: await panel.page.evaluate(() => window.panelState) };
    });
    await inPanel(
      async (panel) => {
        await panel.show(many(40));
        await isAt(panel, position.line);
      },
      { state: position.state },
    );
    await inPanel(
      async (panel) => {
        await panel.show(streaming(paragraphs(40)));
        await expect.poll(() => distanceToEnd(panel)).toBeLessThan(1);
      },
      { state: { positions: "of another version" } },
    );
  });

  test("who uses a screen reader is informed when an answer begins and ends; its text is read only on request", async () => {
    await inPanel(async (panel) => {
      const { page } = panel;
      await panel.show(conversationOf([promptOf("p", "Write")]));
      const status = page.locator('[role="status"]');
      await panel.change("conversation", [{ type: "turnAdded", turn: answerOf("s", "p", [textPart("")], { state: "streaming" }) }]);
      await expect.poll(() => status.textContent()).toBe("Replying");
      await stream(panel, 3, "More");
      await expect
        .poll(() => page.locator("[aria-live], [role=log], [role=alert], [role=status], [role=timer], [role=marquee]").count())
        .toBe(1);
      await expect.poll(() => page.locator(".turns-region [role=status], [role=status] article").count()).toBe(0);
      await expect
        .poll(() => page.getByRole("article", { name: "Answer of demo-text, made by code" }).locator(".markdown").textContent())
        .toContain("More 2");
      await expect.poll(() => page.getByRole("article", { name: "Your message" }).textContent()).toContain("Write");
      await expect.poll(() => page.locator("article").count()).toBe(await page.getByRole("article", { name: /./ }).count());
      await panel.change("conversation", [settle]);
      await expect.poll(() => status.textContent()).toBe("Done");
    });
  });

  test("who prefers reduced motion sees none", async () => {
    await inPanel(async (panel) => {
      const { page } = panel;
      const turns = [promptOf("p", "Draw"), answerOf("s", "p", [], { state: "waiting" })];
      const moving = () => page.evaluate(() => document.getAnimations().length);
      await panel.show(conversationOf(turns));
      await page.locator(".typing").waitFor();
      await expect.poll(moving).toBeGreaterThan(0);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expect.poll(moving).toBe(0);
      await page.locator("article.prompt").hover();
      const lasting = await page.evaluate(
        () =>
          [...document.querySelectorAll("*")].filter((element) => {
            const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
            return animationName !== "none" || scrollBehavior === "smooth" || transitionDuration.split(", ").some((time) => time !== "0s");
          }).length,
      );
      expect(lasting).toBe(0);
    });
  });

  test("of a fast stream sees it in pieces of several frames, and all of it soon after", async () => {
    await inPanel(async (panel) => {
      await panel.show(streaming("Begun. "));
      await panel.page.getByText("Begun.").waitFor();
      const { milliseconds, drawings } = await panel.page.evaluate(async () => {
        const holder = document.querySelector(".answer .markdown");
        let drawn = 0;
        const observer = new MutationObserver(() => {
          drawn += 1;
        });
        if (holder) observer.observe(holder, { childList: true, subtree: true, characterData: true });
        const began = performance.now();
        let sent = 0;
        const timer = setInterval(() => {
          for (let index = 0; index < 8; index += 1) {
            sent += 1;
            const change = { type: "textAppended", turnId: "s", key: "0.0", text: `word${sent} ` };
            const push = { type: "changes", conversationId: "conversation", changes: [change] };
            window.dispatchEvent(new MessageEvent("message", { data: { push } }));
          }
        }, 4);
        await new Promise((resolve) => setTimeout(resolve, 600));
        clearInterval(timer);
        while (!holder?.textContent?.includes(`word${sent} `.trim())) await new Promise((resolve) => requestAnimationFrame(resolve));
        observer.disconnect();
        return { milliseconds: performance.now() - began, drawings: drawn };
      });
      expect(drawings).toBeGreaterThan(0);
      // Rendering in every frame would need more than twice as many.
      expect(drawings).toBeLessThanOrEqual(milliseconds / 38 + 2);
    });
  });

  test("of an answer that cannot be rendered sees its plain text, and all other answers rendered", async () => {
    await inPanel(async (panel) => {
      const { page } = panel;
      await page.evaluate(() => {
        const parse = DOMParser.prototype.parseFromString;
        DOMParser.prototype.parseFromString = function (text, type) {
          if (String(text).includes("unparsable")) throw new Error("broken");
          return parse.call(this, text, type);
        };
        const select = Intl.PluralRules.prototype.select;
        Intl.PluralRules.prototype.select = function (count: number) {
          if (count === 13) throw new Error("broken");
          return select.call(this, count);
        };
      });
      await panel.show(
        conversationOf([
          promptOf("p", "One"),
          answerOf("a", "p", [textPart("An **unparsable** <kbd>text</kbd>")]),
          promptOf("q", "Two", "a"),
          answerOf("b", "q", [textPart("A text with an *unlucky* count")], { usage: { total_tokens: 13 } }),
          promptOf("r", "Three", "b"),
          answerOf("c", "r", [textPart("A **whole** text")]),
        ]),
      );
      await page.locator("article", { hasText: "A whole text" }).locator(".usage").waitFor();
      await expect
        .poll(() => page.locator("pre.raw").allTextContents())
        .toEqual(["An **unparsable** <kbd>text</kbd>", "A text with an *unlucky* count"]);
      await page.getByRole("textbox", { name: "Message" }).fill("Still here");
      await page.keyboard.press("Enter");
      expect(await panel.waitFor("send")).toEqual({ type: "send", text: "Still here" });
    });
  });
});
