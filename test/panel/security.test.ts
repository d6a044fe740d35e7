/** Hostile texts at every place of the panel that shows foreign text in; that nothing runs, nothing loads and nothing is asked of the host out. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";
import { payloads } from "./payloads.ts";

declare global {
  interface Window {
    pwned?: unknown;
  }
}

/** Chromium reports what the sanitiser's own inert document holds before it is cleaned; nothing of that document is ever shown. */
const inertReport = /^(?:Executing inline event handler|Applying inline style|Setting the document's base URI to '[^']*') violates/;

describe("hostile text", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Moves over, focuses and clicks everything that an answer brought, then looks what happened. */
  async function expectHarmless(panel: PanelPage): Promise<void> {
    const found = await panel.page.evaluate(() => {
      const roots = [...document.querySelectorAll(".turns, .composer, .conversations")];
      const elements = roots.flatMap((root) => [...root.querySelectorAll("*")]);
      const strange: string[] = [];
      for (const element of elements) {
        for (const { name, value } of element.attributes) {
          if (/^on|^style$|^srcdoc$|^formaction$|^xlink:|^ping$|^nonce$/i.test(name) && !(name === "style" && element.matches("article")))
            strange.push(`${name}=${value}`);
          if (name === "href" && !/^(?:https?:\/\/|mailto:)/i.test(value)) strange.push(`${name}=${value}`);
          if (name === "src" && !/^(?:data:image\/(?:png|jpeg|gif|webp);base64,|http:\/\/panel\.test\/pictures\/)/.test(value))
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
    expect(panel.problems.filter((problem) => !inertReport.test(problem))).toEqual([]);
  }

  test("there are more than 200 payloads", () => {
    expect(new Set(payloads).size).toBeGreaterThan(200);
  });

  test("in answers, at once and streamed, nothing runs and nothing loads", async () => {
    const panel = await openPanelPage(browser);
    try {
      const turns = payloads.flatMap((payload, index) => [
        promptOf(`p${index}`, payload, index === 0 ? null : `a${index - 1}`),
        answerOf(`a${index}`, `p${index}`, [textPart(payload), { kind: "reasoning", key: "r", text: payload }]),
      ]);
      await panel.show(conversationOf(turns));
      // Finding draws every turn.
      await panel.post({ type: "find" });
      await panel.page.waitForFunction(() => document.querySelectorAll("article.answer").length > 200);
      await expectHarmless(panel);
      const streaming = answerOf("s", "p0", [textPart("")], { state: "streaming" });
      await panel.change("conversation", [{ type: "turnAdded", turn: streaming }]);
      for (const payload of payloads) {
        const half = Math.floor(payload.length / 2);
        for (const text of [payload.slice(0, half), `${payload.slice(half)}\n\n`])
          await panel.change("conversation", [{ type: "textAppended", turnId: "s", key: "0.0", text }]);
      }
      await panel.change("conversation", [{ type: "answerSettled", turnId: "s", state: "completed" }]);
      await expectHarmless(panel);
    } finally {
      await panel.page.close();
    }
  });

  test("in titles, sources, file names, models, errors and excerpts, nothing runs and nothing loads", async () => {
    const panel = await openPanelPage(browser);
    try {
      for (const payload of payloads.filter((_, index) => index % 3 === 0)) {
        const attachments = [{ id: "x", kind: "text" as const, name: payload, mediaType: payload, size: 1 }];
        const citations = [
          { url: payload, title: payload, start: 0, end: 4 },
          { url: "https://example.com", title: payload, end: 4 },
        ];
        await panel.show(
          conversationOf(
            [
              promptOf("p", payload, null, { attachments }),
              answerOf("a", "p", [textPart("text", { citations }), { kind: "step", key: "s", type: payload, done: true }], {
                model: payload,
                state: "failed",
                error: { kind: payload, message: payload, requestId: payload },
              }),
            ],
            { title: payload, queue: [{ id: "q", text: payload, attachments: [] }] },
          ),
        );
        await panel.post({ type: "attachments", attachments, problem: payload });
        await expectHarmless(panel);
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
      await panel.page.close();
    }
  });

  test("a message of an unknown shape changes nothing", async () => {
    const panel = await openPanelPage(browser);
    try {
      await panel.show(conversationOf([promptOf("p", "Hello"), answerOf("a", "p", [textPart("Hi")])]));
      await panel.page.evaluate(() => {
        for (const data of [null, 1, "x", {}, { type: "changes" }, { type: "conversation", conversation: {} }, { type: "__proto__" }]) {
          window.dispatchEvent(new MessageEvent("message", { data }));
        }
      });
      expect(await panel.page.locator("article").count()).toBe(2);
      expect(panel.problems).toEqual([]);
    } finally {
      await panel.page.close();
    }
  });

  test("only http, https and mailto links reach the host", async () => {
    const panel = await openPanelPage(browser);
    try {
      const text = "[a](https://example.com/a) [b](mailto:a@b.example) [c](command:x) [d](file:///x)";
      await panel.show(conversationOf([promptOf("p", "x"), answerOf("a", "p", [textPart(text)])]));
      for (const link of await panel.page.locator(".markdown a[href]").all()) await link.click();
      expect(panel.sent.filter(({ type }) => type === "openLink")).toEqual([
        { type: "openLink", url: "https://example.com/a" },
        { type: "openLink", url: "mailto:a@b.example" },
      ]);
      expect(panel.page.url()).toBe("http://panel.test/");
    } finally {
      await panel.page.close();
    }
  });
});
