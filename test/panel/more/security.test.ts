/** Hostile texts wherever the panel shows untrusted text: nothing runs or loads, and nothing is sent to the host. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../conversations.ts";
import { openPanelPage, type PanelPage } from "../panelPage.ts";
import { payloads } from "../payloads.ts";

declare global {
  interface Window {
    pwned?: unknown;
    violations?: Violation[];
  }
}

/** A content security policy report. `where`: the page's element that violated the policy; "" if there is none. */
interface Violation {
  directive: string;
  blocked: string;
  where: string;
}

const policyReport = /violates the following Content Security Policy directive/;

/** Stores each report with its element, if that is in the page and still contains the violation. */
function watchViolations(panel: PanelPage): Promise<void> {
  return panel.page.evaluate(() => {
    const violations: Violation[] = [];
    window.violations = violations;
    document.addEventListener("securitypolicyviolation", ({ target, effectiveDirective: directive, blockedURI: blocked }) => {
      const element = target instanceof Element ? target : document.querySelector("base, #panel style, #panel link, #panel script");
      const isGuilty =
        element?.matches("base, style, link, script") || element?.getAttributeNames().some((name) => /^on|^style$/.test(name));
      violations.push({ directive, blocked, where: isGuilty ? (element?.outerHTML.slice(0, 160) ?? "") : "" });
    });
  });
}

/**
 * Reports caused by the page itself. Chromium also reports inline handlers, inline styles and base URLs in the sanitizer's inert
 * document before it is cleaned: those have no element in the page. Loads are always counted, because an inert document loads nothing.
 */
async function attempts(panel: PanelPage): Promise<Violation[]> {
  const reported = () => panel.violations.filter((error) => policyReport.test(error)).length;
  const violations = () => panel.page.evaluate(() => window.violations ?? []);
  await expect.poll(async () => (await violations()).length - reported()).toBe(0);
  return (await violations()).filter(({ directive, blocked, where }) => where !== "" || (blocked !== "inline" && directive !== "base-uri"));
}

describe("hostile text", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  /** Hovers, focuses and clicks everything in an answer, then checks the effects. */
  async function expectHarmless(panel: PanelPage): Promise<void> {
    const found = await panel.page.evaluate(() => {
      const roots = [...document.querySelectorAll(".turns, .composer, .conversations")];
      const elements = roots.flatMap((root) => [...root.querySelectorAll("*")]);
      const strange: string[] = [];
      for (const element of elements) {
        for (const { name, value } of element.attributes) {
          if (
            /^on|^style$|^srcdoc$|^formaction$|^xlink:|^ping$|^nonce$/i.test(name) &&
            !(name === "style" && element.matches("article, .popover"))
          )
            strange.push(`${name}=${value}`);
          if (name === "href" && !/^(?:https?:\/\/|mailto:)/i.test(value)) strange.push(`${name}=${value}`);
          if (name === "src" && !/^(?:data:image\/(?:png|jpeg|gif|webp);base64,|http:\/\/panel\.test\/images\/)/.test(value))
            strange.push(`${name}=${value}`);
        }
        if (/^(?:script|iframe|object|embed|style|link|meta|base|form|svg|math|video|audio|frame|template)$/i.test(element.localName))
          strange.push(element.localName);
      }
      for (const element of document.querySelectorAll(".markdown *")) {
        for (const type of ["mouseover", "pointerenter", "focus", "toggle"]) element.dispatchEvent(new Event(type, { bubbles: true }));
      }
      return { strange, pwned: window.pwned };
    });
    expect(found).toEqual({ strange: [], pwned: undefined });
    expect(panel.strangeRequests).toEqual([]);
    expect(await attempts(panel)).toEqual([]);
    expect(panel.violations.filter((error) => !policyReport.test(error))).toEqual([]);
  }

  test("there are more than 200 payloads", () => {
    expect(new Set(payloads).size).toBeGreaterThan(200);
  });

  test("in answers, at once and streamed, nothing runs and nothing loads", async () => {
    const panel = await openPanelPage(browser);
    try {
      await watchViolations(panel);
      const turns = payloads.flatMap((payload, index) => [
        promptOf(`p${index}`, payload, index === 0 ? null : `a${index - 1}`),
        answerOf(`a${index}`, `p${index}`, [textPart(payload), { kind: "reasoning", key: "r", text: payload }]),
      ]);
      await panel.show(conversationOf(turns));
      // Find renders every turn.
      await panel.post({ type: "find" });
      await panel.page.waitForFunction(() => document.querySelectorAll("article.answer").length > 200);
      await expectHarmless(panel);
      const streaming = answerOf("s", "p0", [textPart("")], { state: "streaming" });
      await panel.change("conversation", [{ type: "turnAdded", turn: streaming }]);
      const halves = payloads.flatMap((payload) => {
        const half = Math.floor(payload.length / 2);
        return [payload.slice(0, half), `${payload.slice(half)}\n\n`];
      });
      await panel.page.evaluate(async (texts) => {
        for (const text of texts) {
          const changes = [{ type: "textAppended", turnId: "s", key: "0.0", text }];
          const push = { type: "changes", conversationId: "conversation", changes };
          window.dispatchEvent(new MessageEvent("message", { data: { push } }));
          await new Promise((resolve) => setTimeout(resolve));
        }
      }, halves);
      await panel.change("conversation", [{ type: "answerSettled", turnId: "s", state: "completed" }]);
      await expectHarmless(panel);
    } finally {
      await panel.close();
    }
  });

  test("in titles, sources, file names, models, errors and excerpts, nothing runs and nothing loads", async () => {
    const panel = await openPanelPage(browser);
    try {
      await watchViolations(panel);
      const chips = payloads.map((payload, index) => ({
        id: `${index}`,
        kind: "text" as const,
        name: payload,
        mediaType: payload,
        size: 1,
      }));
      const turns = payloads.flatMap((payload, index) => {
        const citations = [
          { url: payload, title: payload, start: 0, end: 4 },
          { url: "https://example.com", title: payload, end: 4 },
        ];
        return [
          promptOf(`p${index}`, payload, index === 0 ? null : `a${index - 1}`, { attachments: chips.slice(index, index + 1) }),
          answerOf(`a${index}`, `p${index}`, [textPart("text", { citations }), { kind: "step", key: "s", type: payload, done: true }], {
            model: payload,
            state: "failed",
            error: { kind: payload, message: payload, requestId: payload },
          }),
        ];
      });
      const [first = ""] = payloads;
      await panel.post({ type: "service", name: first, demo: true });
      await panel.post({
        type: "models",
        models: payloads.map((payload) => ({ id: payload, provider: payload, favourite: false, fitness: "yes" as const })),
        error: payloads.join("\n"),
      });
      await panel.post({ type: "presets", presets: payloads.map((payload) => ({ name: payload, text: payload })) });
      await panel.show(
        conversationOf(turns, {
          title: payloads.join("\n"),
          queue: payloads.map((text, index) => ({ id: `${index}`, text, attachments: [] })),
        }),
      );
      await panel.post({ type: "find" });
      await panel.post({ type: "attachments", attachments: chips, error: payloads.join("\n") });
      await panel.page.waitForFunction(() => document.querySelectorAll("article.answer .sources").length > 200);
      await expect.poll(() => panel.page.locator(".chip").count()).toBe(2 * payloads.length);
      await expectHarmless(panel);
      for (const name of ["Model: demo-text", "Request Settings"]) {
        await panel.page.getByRole("button", { name }).evaluate((button) => button instanceof HTMLElement && button.click());
        await panel.page.getByRole("dialog").waitFor();
        await expectHarmless(panel);
        await panel.page.keyboard.press("Escape");
      }
      await panel.post({ type: "showConversations" });
      const conversations = payloads.map((payload, index) => ({
        id: `${index}`,
        title: payload,
        updatedAt: 0,
        turns: 1,
        excerpt: payload,
      }));
      await panel.post({ type: "conversations", query: "", conversations });
      await expectHarmless(panel);
    } finally {
      await panel.close();
    }
  });

  test("a message of an unknown shape changes nothing", async () => {
    const panel = await openPanelPage(browser);
    try {
      await panel.show(conversationOf([promptOf("p", "Hello"), answerOf("a", "p", [textPart("Hi")])]));
      await panel.page.evaluate(() => {
        for (const push of [null, 1, "x", {}, { type: "changes" }, { type: "conversation", conversation: {} }, { type: "__proto__" }]) {
          window.dispatchEvent(new MessageEvent("message", { data: push }));
          window.dispatchEvent(new MessageEvent("message", { data: { push } }));
        }
      });
      await expect.poll(() => panel.page.locator("article").count()).toBe(2);
      expect(panel.violations).toEqual([]);
    } finally {
      await panel.close();
    }
  });

  test("a link asks the host once, however it is activated, and the panel does not navigate", async () => {
    const panel = await openPanelPage(browser);
    const pages = () => panel.page.context().pages().length;
    const asked = () => panel.sent.filter(({ type }) => type === "openLink" || type.startsWith("attach"));
    try {
      const before = pages();
      await panel.show(conversationOf([promptOf("p", "x"), answerOf("a", "p", [textPart("[a](https://example.com/a) and on")])]));
      const link = panel.page.locator(".markdown a[href]");
      const uses = [
        () => link.click(),
        () => link.click({ modifiers: ["ControlOrMeta"] }),
        () => link.click({ modifiers: ["Shift"] }),
        () => link.click({ button: "middle" }),
        () => link.press("Enter"),
        () => link.press("Shift+Enter"),
      ];
      for (const [index, use] of uses.entries()) {
        await use();
        await expect.poll(asked).toHaveLength(index + 1);
      }
      await link.click({ button: "right" });
      await panel.page.keyboard.press("Escape");
      expect(new Set(asked().map((message) => JSON.stringify(message)))).toEqual(
        new Set([JSON.stringify({ type: "openLink", url: "https://example.com/a" })]),
      );
      await link.dragTo(panel.page.locator(".turns"), { targetPosition: { x: 200, y: 400 } });
      await expect.poll(() => asked().slice(uses.length)).toEqual([{ type: "attachUrl", url: "https://example.com/a" }]);
      expect(panel.page.url()).toBe("http://panel.test/");
      expect(pages()).toBe(before);
      expect(panel.strangeRequests).toEqual([]);
    } finally {
      await panel.close();
    }
  });

  test("dropping something on the list of conversations does not navigate", async () => {
    const panel = await openPanelPage(browser);
    try {
      await panel.post({ type: "showConversations" });
      const list = panel.page.locator(".conversations");
      await list.waitFor();
      const isPrevented = await list.evaluate((element) =>
        ["dragover", "drop"].map((type) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData("text/uri-list", "https://evil.example/");
          return !element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }),
      );
      expect(isPrevented).toEqual([true, true]);
      expect(panel.sent.filter(({ type }) => type.startsWith("attach"))).toEqual([]);
    } finally {
      await panel.close();
    }
  });

  test("only http, https and mailto links reach the host", async () => {
    const panel = await openPanelPage(browser);
    try {
      const text = "[a](https://example.com/a) [b](mailto:a@b.example) [c](command:x) [d](file:///x)";
      await panel.show(conversationOf([promptOf("p", "x"), answerOf("a", "p", [textPart(text)])]));
      const links = panel.page.locator(".markdown a[href]");
      await expect.poll(() => links.count()).toBe(2);
      for (const link of await links.all()) await link.click();
      await expect
        .poll(() => panel.sent.filter(({ type }) => type === "openLink"))
        .toEqual([
          { type: "openLink", url: "https://example.com/a" },
          { type: "openLink", url: "mailto:a@b.example" },
        ]);
      expect(panel.page.url()).toBe("http://panel.test/");
    } finally {
      await panel.close();
    }
  });
});
