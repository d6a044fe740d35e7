/** Changes at every moment of rendering: each text is shown once and completely. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Change } from "../../src/chat/conversation/change.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage } from "./panelPage.ts";

describe("a streamed answer", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  const words = ["What", " an", " incremental", " parser", " is", ", told", " in", " few", " words", "."];
  const append = (text: string): Change => ({ type: "textAppended", turnId: "a", key: "0.0", text });

  test("is complete and without repetitions, whether its deltas arrive with its beginning, before it is drawn, or after", async () => {
    const panel = await openPanelPage(browser);
    try {
      await panel.show(conversationOf([promptOf("p", "Explain")]));
      const begin: Change[] = [
        { type: "turnAdded", turn: answerOf("a", "p", [], { state: "streaming" }) },
        { type: "partAdded", turnId: "a", part: textPart("## ") },
      ];
      const batches = [begin, ...words.map((word) => [append(word)])].map((changes) => ({
        push: { type: "changes", conversationId: "conversation", changes },
      }));
      // Like a busy host: some messages in one task, some a microtask, a task or a frame later.
      await panel.page.evaluate(async (messages) => {
        const pauses = [
          () => undefined,
          () => Promise.resolve(),
          () => new Promise((resolve) => setTimeout(resolve)),
          () => new Promise((resolve) => requestAnimationFrame(resolve)),
        ];
        for (const [index, data] of messages.entries()) {
          window.dispatchEvent(new MessageEvent("message", { data }));
          await pauses[index % pauses.length]?.();
        }
      }, batches);
      const heading = panel.page.locator("article.answer h2");
      await expect.poll(() => heading.textContent()).toBe(words.join(""));
      expect((await panel.page.locator("article.answer .markdown").textContent())?.trim()).toBe(words.join(""));
      await panel.change("conversation", [{ type: "answerSettled", turnId: "a", state: "completed" }]);
      await panel.page.locator(".usage").waitFor();
      expect((await panel.page.locator("article.answer .markdown").textContent())?.trim()).toBe(words.join(""));
    } finally {
      await panel.close();
    }
  });

  test("shows its last words also if its last block is so long that rendering pauses", async () => {
    const panel = await openPanelPage(browser);
    try {
      const long = "a **long** paragraph ".repeat(4000);
      await panel.show(conversationOf([promptOf("p", "Explain"), answerOf("a", "p", [textPart("This is ")], { state: "streaming" })]));
      await panel.page.getByText("This is").waitFor();
      for (const text of [long, "that goes on ", "and on ", "to its last words"]) await panel.change("conversation", [append(text)]);
      await panel.page.getByText("and on to its last words").waitFor();
    } finally {
      await panel.close();
    }
  });

  test("keeps the code of a list that grows before the highlighter is loaded", async () => {
    const { promise: until, resolve: load } = Promise.withResolvers<void>();
    const panel = await openPanelPage(browser, { late: { file: "highlighter.js", until } });
    try {
      const begin = "1. One\n\n   ```ts\n   const a = 1;\n";
      await panel.show(conversationOf([promptOf("p", "Explain"), answerOf("a", "p", [textPart(begin)], { state: "streaming" })]));
      const code = panel.page.locator(".code-block code");
      await expect.poll(() => code.textContent()).toBe("const a = 1;\n");
      await panel.change("conversation", [append("   const b = 2;\n")]);
      await expect.poll(() => code.textContent()).toBe("const a = 1;\nconst b = 2;\n");
      load();
      await code.locator(".hljs-keyword").first().waitFor();
      await expect.poll(() => code.textContent()).toBe("const a = 1;\nconst b = 2;\n");
    } finally {
      load();
      await panel.close();
    }
  });

  test("is replaced completely by another window's version", async () => {
    const panel = await openPanelPage(browser);
    try {
      await panel.show(conversationOf([promptOf("p", "Explain"), answerOf("a", "p", [textPart("Half")], { state: "streaming" })]));
      await panel.change("conversation", [{ type: "turnReplaced", turn: answerOf("a", "p", [textPart("Half and half")]) }]);
      await panel.page.getByText("Half and half", { exact: true }).waitFor();
      await panel.page.locator(".usage").waitFor();
    } finally {
      await panel.close();
    }
  });

  test("that ends with a list marks each cited item, also if the citations arrive while the list may still grow", async () => {
    const panel = await openPanelPage(browser, { width: 400 });
    try {
      await panel.show(conversationOf([promptOf("p", "Look it up"), answerOf("a", "p", [textPart("")], { state: "streaming" })]));
      const text = "- One.\n- Two.\n- Three.";
      for (const piece of ["- One.\n- T", "wo.\n- Three."]) await panel.change("conversation", [append(piece)]);
      await panel.page.getByText("Three.").waitFor();
      const citations = ["One.", "Two.", "Three."].map((said) => {
        const end = text.indexOf(said) + said.length;
        return { url: `https://example.com/${end}`, title: said, start: end - said.length, end };
      });
      await panel.change("conversation", [{ type: "citationsChanged", turnId: "a", key: "0.0", citations }]);
      await panel.change("conversation", [{ type: "answerSettled", turnId: "a", state: "completed", milliseconds: 1 }]);
      await expect.poll(() => panel.page.locator(".markdown li .citation").allTextContents()).toEqual(["1", "2", "3"]);
    } finally {
      await panel.close();
    }
  });

  test("names its steps in words while they run and when they have ended, also those of an unknown type", async () => {
    const panel = await openPanelPage(browser);
    try {
      const types = ["web_search_call", "file_search_call", "code_interpreter_call", "mcp_call", "toString"];
      const steps = types.map((type) => ({ kind: "step" as const, key: type, type, done: false }));
      await panel.show(conversationOf([promptOf("p", "Look it up"), answerOf("a", "p", steps, { state: "streaming" })]));
      const names = () => panel.page.locator(".step").allTextContents();
      await expect.poll(names).toEqual(["Searching the web…", "Searching files…", "Running code…", "Using a tool…", "Using a tool…"]);
      await panel.change("conversation", [{ type: "answerSettled", turnId: "a", state: "completed", milliseconds: 1 }]);
      await expect.poll(names).toEqual(["Searched the web", "Searched files", "Ran code", "Used a tool", "Used a tool"]);
    } finally {
      await panel.close();
    }
  });
});
