/** Choosing, filling in and sending a prompt document after a slash. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PromptForm } from "../../src/chat/request/promptForm.ts";
import { sharedBrowser } from "./browser.ts";
import { conversationOf } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

const form: PromptForm = {
  id: "file:///review",
  name: "review",
  fields: [{ name: "temperature", value: "0.2" }],
  inputs: [
    { name: "language", isQuestion: false, value: "TypeScript" },
    { name: "What first?", isQuestion: true, value: "" },
  ],
  contents: ["{{selection}}"],
  errors: [],
};

describe("a prompt document in the panel", () => {
  let browser: Browser;
  let panel: PanelPage;
  const prompts = [
    { id: "file:///translate", name: "translate", folder: "", isUsers: true },
    { id: "file:///preview", name: "preview", folder: "docs", isUsers: false },
    { id: form.id, name: form.name, folder: "prompts", isUsers: false },
  ];
  const input = () => panel.page.getByRole("textbox", { name: "Message", exact: true });
  const field = (name: string) => panel.page.getByRole("textbox", { name, exact: true });
  const section = () => panel.page.getByRole("region", { name: "Prompt document review" });
  const sentOf = <Type extends string>(type: Type) => panel.sent.filter((message) => message.type === type);
  const choose = async () => {
    await input().fill("");
    await input().pressSequentially("/review");
    await panel.page.getByRole("option", { name: "/review" }).waitFor();
    await input().press("Enter");
    await section().waitFor();
  };
  const open = async (state?: unknown, reply: { form?: PromptForm } = { form }) => {
    const host = { listPrompts: () => ({ prompts }), choosePrompt: () => reply };
    panel = await openPanelPage(browser, state === undefined ? {} : { state }, host);
    await panel.show(conversationOf([]));
  };

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    await open();
    return () => panel.close();
  });

  test("is offered by its name, only if the input begins with a slash", async () => {
    await input().pressSequentially("/");
    const options = panel.page.getByRole("listbox", { name: "Commands and prompt documents" }).getByRole("option");
    await expect
      .poll(() => options.allTextContents())
      .toEqual([
        "/imageGenerates an image",
        "/audioGenerates audio",
        "/videoGenerates a video",
        "/translateYour prompts",
        "/previewdocs",
        "/reviewprompts",
      ]);
    await input().pressSequentially("RE");
    await expect.poll(() => options.allTextContents()).toEqual(["/reviewprompts", "/previewdocs"]);
    expect(sentOf("listPrompts")).toHaveLength(1);
    await input().fill("");
    await input().pressSequentially("/ré");
    await expect.poll(() => options.allTextContents()).toEqual(["/reviewprompts", "/previewdocs"]);
    await input().press("Escape");
    await options.first().waitFor({ state: "detached" });
    await input().fill("");
    await input().pressSequentially("see /re");
    await expect.poll(() => options.count()).toBe(0);
    await input().fill("");
    await input().pressSequentially("/re/");
    await input().press("Enter");
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "/re/" });
  });

  test("is filled in and sent once with the added text", async () => {
    const sent = Promise.withResolvers<void>();
    panel.host.sendPrompt = async () => {
      await sent.promise;
      await panel.post({ type: "draft", text: "" });
      return {};
    };
    await choose();
    expect(await panel.waitFor("choosePrompt")).toEqual({ type: "choosePrompt", id: form.id });
    await expect.poll(() => input().inputValue()).toBe("");
    await expect.poll(() => section().locator(".chip").allTextContents()).toEqual(["/review", "temperature: 0.2", "{{selection}}"]);
    // The first question without an answer has the focus.
    await expect.poll(() => field("What first?").evaluate((element) => element === document.activeElement)).toBe(true);
    await panel.page.keyboard.type("The tests");
    await field("language").fill("Rust");
    await panel.page.keyboard.press("Tab");
    await panel.page.keyboard.press("Tab");
    await panel.page.keyboard.type("Be quick");
    await panel.page.keyboard.press("Enter");
    await panel.page.keyboard.press("Enter");
    const filled = { id: form.id, values: { language: "Rust" }, answers: { "What first?": "The tests" } };
    expect(await panel.waitFor("sendPrompt")).toEqual({ type: "sendPrompt", form: filled, text: "Be quick" });
    sent.resolve();
    await section().waitFor({ state: "detached" });
    await expect.poll(() => input().inputValue()).toBe("");
    expect(sentOf("sendPrompt")).toHaveLength(1);
    expect(sentOf("send")).toEqual([]);
  });

  test("shows its errors, opens their location, and keeps the typed text", async () => {
    const errors = [{ message: "It has no model.", line: 1 }, { message: "Nothing is selected." }];
    panel.host.sendPrompt = () => ({ form: { ...form, errors } });
    await choose();
    await field("What first?").fill("The tests");
    await field("What first?").press("Enter");
    await panel.waitFor("sendPrompt");
    await expect
      .poll(() => section().getByRole("listitem").allTextContents())
      .toEqual(["Line 1: It has no model.", "Nothing is selected."]);
    await expect.poll(() => field("What first?").inputValue()).toBe("The tests");
    await section().getByRole("button", { name: "Open the Document" }).click();
    expect(await panel.waitFor("openPrompt")).toEqual({ type: "openPrompt", id: form.id });
    await panel.page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => sentOf("sendPrompt").length).toBe(2);
  });

  test("stays, with the typed text, and can be sent again if sending has failed", async () => {
    let asked = 0;
    panel.host.sendPrompt = () => {
      asked += 1;
      throw new Error("The file system is busy.");
    };
    await choose();
    await field("What first?").fill("The tests");
    for (const times of [1, 2]) {
      await field("What first?").press("Enter");
      await expect.poll(() => asked).toBe(times);
      await expect.poll(() => panel.page.getByRole("button", { name: "Send" }).isDisabled()).toBe(false);
    }
    expect(await field("What first?").inputValue()).toBe("The tests");
    panel.violations.splice(0);
  });

  test("is removed with Escape or its button", async () => {
    await choose();
    await field("language").press("Escape");
    await section().waitFor({ state: "detached" });
    await expect.poll(() => input().evaluate((element) => element === document.activeElement)).toBe(true);
    await choose();
    await section().getByRole("button", { name: "Do not use review" }).click();
    await section().waitFor({ state: "detached" });
    await input().fill("Hello");
    await input().press("Enter");
    expect(await panel.waitFor("send")).toEqual({ type: "send", text: "Hello" });
  });

  test("is restored with its answers after the page was reloaded, unless the document was deleted", async () => {
    await choose();
    await field("What first?").fill("The tests");
    const state = await panel.page.evaluate(() => window.panelState);
    await panel.close();
    await open(state);
    await section().waitFor();
    await expect.poll(() => field("What first?").inputValue()).toBe("The tests");
    await panel.close();
    await open(state, {});
    await expect.poll(() => panel.page.evaluate(() => window.panelState)).toMatchObject({ forms: {} });
    await expect.poll(() => panel.page.evaluate(() => JSON.stringify(window.panelState))).not.toContain("The tests");
    await expect.poll(() => section().count()).toBe(0);
  });

  test("of another conversation is not shown", async () => {
    const described = Promise.withResolvers<void>();
    panel.host.choosePrompt = async () => {
      await described.promise;
      return { form };
    };
    await input().pressSequentially("/review");
    await panel.page.getByRole("option", { name: "/review" }).waitFor();
    await input().press("Enter");
    await panel.waitFor("choosePrompt");
    await panel.show(conversationOf([], { id: "other" }));
    described.resolve();
    await input().fill("Hello");
    await input().press("Enter");
    await panel.waitFor("send");
    await expect.poll(() => section().count()).toBe(0);
  });
});
