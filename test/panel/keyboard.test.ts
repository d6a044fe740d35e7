/** A whole conversation by keyboard, with a real session and service. The focus is always visible. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Session } from "../../src/conversations/session.ts";
import { type RawAnswer, streamAnswer } from "../unit/client/http/rawServer.ts";
import { begun, delta, ended, openSessionRun } from "../unit/conversations/sessionRun.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, citedConversation, conversationOf, promptOf, richConversation, textPart } from "./conversations.ts";
import { themes } from "./documentPage.ts";
import { createKeys, type FocusedControl, type Keys, readFocus } from "./keys.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";
import { connectSession } from "./sessionHost.ts";

const code = "Two stores:\n\n```ts\nconst a = 1;\n```\n";
const answers = (text: string): RawAnswer => streamAnswer([begun, ended(text)]);
const endless: RawAnswer = (socket) => void socket.write(streamAnswer([begun, delta("Half of an answer")], ""));

describe("by keyboard alone", () => {
  let browser: Browser;
  const run = openSessionRun();
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  async function inPanel(
    start: Parameters<typeof run.withSession>[0],
    respond: (index: number) => RawAnswer,
    use: (keys: Keys, panel: PanelPage, session: Session) => Promise<void>,
  ): Promise<void> {
    await run.withSession(
      start,
      (_, index) => respond(index),
      async (session) => {
        const panel = await openPanelPage(browser, { width: 420, height: 700 });
        try {
          await connectSession(panel, session);
          await panel.post({ type: "focusInput" });
          const keys = createKeys(panel);
          await use(keys, panel, session);
          expect(keys.unmarked).toEqual([]);
          expect(panel.violations).toEqual([]);
        } finally {
          await panel.close();
        }
      },
    );
  }

  test("a page that is loaded with the focus reports that, and reports when it loses it", async () => {
    const panel = await openPanelPage(browser, { width: 420 });
    try {
      await panel.waitFor("focused");
      await panel.page.evaluate(() => window.dispatchEvent(new FocusEvent("blur")));
      await panel.waitFor("blurred");
    } finally {
      await panel.close();
    }
  });

  test("a prompt is written, stopped and tried again; answers are switched, branched, copied from and deleted", async () => {
    await inPanel(
      conversationOf([], { id: "c" }),
      (index) => (index === 0 ? endless : answers(index === 1 ? code : "The other branch")),
      async (keys, panel, session) => {
        const { page } = panel;
        const lastMessage = () => panel.post({ type: "focusLastMessage" });
        await keys.type("Compare two stores");
        await keys.press("Enter");
        await page.getByText("Half of an answer").waitFor();
        await keys.press("Escape");
        await page.getByText("Stopped.").waitFor();
        await keys.isOn("Message");

        await lastMessage();
        await keys.to("Try Again");
        await keys.press("Enter");
        await page.getByText("2/2").waitFor();
        await keys.isOn("Answer of demo-text, made by code");
        await page.locator(".code-block").waitFor();
        await keys.to("Copy");
        await keys.press("Enter");
        expect(await panel.waitFor("copy")).toEqual({ type: "copy", text: "const a = 1;\n" });

        await keys.to("Previous Version");
        await keys.press("Enter");
        await page.getByText("Stopped.").waitFor();
        await keys.isOn("Next Version");
        await keys.press("Enter");
        await page.getByText("Two stores:").waitFor();
        await keys.isOn("Previous Version");

        await panel.post({ type: "focusInput" });
        await keys.isOn("Message");
        await keys.press("ArrowUp");
        const input = page.getByRole("textbox", { name: "Message", exact: true });
        await expect.poll(() => input.inputValue()).toBe("Compare two stores");
        await keys.press("ArrowDown");
        await expect.poll(() => input.inputValue()).toBe("");
        await keys.to("Edit and Resend", "Shift+Tab");
        await keys.press("Enter");
        await keys.isOn("Edit the message");
        await keys.press("Escape");
        await keys.isOn("Edit and Resend");
        await keys.press("Enter");
        await keys.isOn("Edit the message");
        await keys.type(", and a third");
        await keys.press("Enter");
        await page.getByText("The other branch").waitFor();
        await keys.isOn("Your message");
        expect((await readFocus(panel)).turn).toContain("Compare two stores, and a third");
        await keys.to("Previous Version");
        await keys.press("Enter");
        await page.getByText("Two stores:").waitFor();
        await keys.isOn("Next Version");
        await keys.press("Enter");
        await page.getByText("The other branch").waitFor();

        await lastMessage();
        await keys.press("ArrowUp");
        await keys.isOn("Your message");
        await keys.press("ArrowDown");
        await keys.isOn("Answer of demo-text, made by code");
        await keys.press("ArrowUp");
        await keys.to("Delete Message and What Follows");
        await keys.press("Enter");
        await page.getByText("Two stores:").waitFor();
        await keys.isOn("Your message");
        expect(session.conversation.turns.map((turn) => (turn.role === "user" ? turn.text : turn.state))).toEqual([
          "Compare two stores",
          "stopped",
          "completed",
        ]);
        await lastMessage();
        await keys.to("More Actions");
        await keys.press("Enter");
        await keys.isOn("Regenerate with Another Model");
        await keys.press("ArrowUp");
        await keys.isOn("Delete Answer");
        await keys.press("Escape");
        await keys.isOn("More Actions");
        await keys.press("Enter", "End");
        await keys.isOn("Delete Answer");
        await keys.press("Enter");
        await page.getByText("Stopped.").waitFor();
        await keys.isOn("Answer of demo-text, made by code");
      },
    );
  });

  test("Tab alone reaches each message and its actions, and leads back to the input", async () => {
    const turns = [
      promptOf("p", "One"),
      answerOf("a", "p", [textPart("The lamp is lit.")]),
      promptOf("q", "Two", "a"),
      answerOf("b", "q", [textPart("The lamp is out.")]),
    ];
    await inPanel(
      conversationOf(turns, { id: "c" }),
      () => answers(""),
      async (keys, panel) => {
        await panel.page.getByRole("textbox", { name: "Message" }).focus();
        const answer = "Answer of demo-text, made by code";
        const back = ["More Actions", "Copy Answer", answer, "Edit and Resend", "Your message", "More Actions", answer, "Your message"];
        for (const name of [...back, "Conversation"]) await keys.to(name, "Shift+Tab");
        for (const name of ["Your message", "Copy Message", answer, "Copy Answer", "Your message", answer, "Message"]) await keys.to(name);
      },
    );
  });

  test("a queued message is moved, edited and removed, and the answer is stopped by its button", async () => {
    await inPanel(
      conversationOf([], { id: "c" }),
      () => endless,
      async (keys, { page }, session) => {
        const waiting = () => session.conversation.queue.map(({ text }) => text);
        for (const text of ["First", "Second", "Third", "Fourth"]) {
          await keys.type(text);
          await keys.press("Enter");
        }
        await expect.poll(waiting).toEqual(["Second", "Third", "Fourth"]);
        await page.locator(".queue li").nth(2).waitFor();
        await keys.to("Send Earlier", "Shift+Tab");
        await keys.press("Enter");
        await expect.poll(waiting).toEqual(["Second", "Fourth", "Third"]);
        await keys.isOn("Send Earlier");
        await keys.press("Enter");
        await expect.poll(waiting).toEqual(["Fourth", "Second", "Third"]);
        await keys.isOn("Edit Before It Is Sent");
        await keys.to("Do Not Send");
        await keys.press("Enter");
        await expect.poll(waiting).toEqual(["Second", "Third"]);
        await keys.isOn("Edit Before It Is Sent");
        await keys.press("Enter");
        await expect.poll(waiting).toEqual(["Third"]);
        await keys.isOn("Message");
        await keys.type(" and more");
        await expect.poll(() => page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Second and more");
        await keys.to("Send After the Answer");
        await keys.press("Enter");
        await expect.poll(waiting).toEqual(["Third", "Second and more"]);
        await keys.isOn("Message");
        await keys.to("Stop");
        await keys.press("Enter");
        await page.getByText("Paused because you stopped the answer.", { exact: true }).first().waitFor();
        await expect.poll(() => page.getByRole("status").textContent()).toBe("Paused because you stopped the answer.");
        expect(waiting()).toEqual(["Third", "Second and more"]);
        await keys.isOn("Message");
        await keys.to("Send Now", "Shift+Tab");
        await keys.press("Enter");
        await expect.poll(waiting).toEqual(["Second and more"]);
        await keys.isOn("Message");
      },
    );
  });

  test("a model is found, marked and chosen, options are changed, a file is attached and removed", async () => {
    await inPanel(
      conversationOf([], { id: "c" }),
      () => answers("Fine"),
      async (keys, panel, session) => {
        const { page } = panel;
        const settings = () => session.conversation.settings;
        await keys.to("Attach");
        await keys.press("Enter", "Enter");
        await keys.isOn("Attach");
        await page.locator(".attachments .chip").waitFor();
        await keys.to("Remove src/lamp.ts", "Shift+Tab");
        await keys.press("Enter");
        await page.locator(".attachments").waitFor({ state: "detached" });
        await keys.isOn("Message");

        await keys.to("Model: demo-text");
        await keys.press("Enter");
        await keys.isOn("Search models");
        await keys.type("mini");
        await keys.to("Add demo-mini to Favourites");
        await keys.press("Enter");
        await keys.isOn("Remove demo-mini from Favourites");
        await keys.to("Search models", "Shift+Tab");
        await keys.press("Control+a", "Backspace", "ArrowDown", "ArrowUp", "Enter");
        await expect.poll(() => settings().model).toBe("demo-mini");
        await keys.isOn("Model: demo-mini");

        await keys.to("Request Settings");
        await keys.press("Enter", "Space");
        await expect.poll(() => settings().webSearch).toBe(true);
        await keys.press("Tab", "Space");
        await page.getByRole("textbox", { name: "Size" }).waitFor();
        await keys.press("Tab");
        await keys.type("2K");
        await keys.press("Tab");
        await expect.poll(() => settings().image.size).toBe("2K");
        await keys.press("Tab", "Tab", "ArrowRight", "ArrowRight");
        await expect.poll(() => settings().effort).toBe("medium");
        await keys.press("Tab");
        await keys.type("Briefly");
        await expect.poll(() => settings().instructions).toBe("Briefly");
        await keys.to("Name of the preset");
        await keys.type("Short");
        await keys.to("Save Preset");
        await keys.press("Enter");
        expect(await panel.waitFor("savePreset")).toMatchObject({ name: "Short", text: "Briefly" });
        await keys.isOn("Name of the preset");
        await keys.press("Escape");
        await keys.isOn("Request Settings");
        await keys.press("Enter");
        await keys.to("Request Settings", "Shift+Tab");
        await keys.press("Shift+Tab");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      },
    );
  });

  test("words are found, Escape focuses the answer with the match, and conversations are listed, renamed and opened", async () => {
    const turns = [
      promptOf("p", "One"),
      answerOf("a", "p", [textPart("The lamp is lit.")]),
      promptOf("q", "Two", "a"),
      answerOf("b", "q", [textPart("The lamp is out.")]),
    ];
    await inPanel(
      conversationOf(turns, { id: "c" }),
      () => answers(""),
      async (keys, panel, session) => {
        await panel.post({ type: "find" });
        await keys.isOn("Find in the conversation");
        await keys.type("lamp");
        await panel.page.getByText("1 of 2").waitFor();
        await keys.press("Enter");
        await panel.page.getByText("2 of 2").waitFor();
        await keys.to("Previous Match");
        await keys.press("Enter");
        await panel.page.getByText("1 of 2").waitFor();
        await keys.to("Find in the conversation", "Shift+Tab");
        await keys.press("Enter", "Escape");
        await keys.isOn("Answer of demo-text, made by code");
        expect((await readFocus(panel)).turn).toContain("The lamp is out.");
        await panel.post({ type: "find" });
        await keys.isOn("Find in the conversation");
        await keys.type("nothing has this");
        await keys.press("Escape");
        await keys.isOn("Message");

        await panel.post({ type: "showConversations" });
        await keys.isOn("Search all conversations");
        await panel.page.locator(".conversation").waitFor();
        await keys.press("ArrowDown");
        await keys.isOn(/^Settings storage/);
        await keys.to("More Actions");
        await keys.press("Enter");
        await keys.isOn("Pin");
        await keys.press("ArrowDown");
        await keys.isOn("Rename");
        await keys.press("Enter");
        await keys.isOn("Name");
        await keys.press("Escape");
        await keys.isOn(/^Settings storage/);
        await keys.to("More Actions");
        await keys.press("Enter");
        await keys.isOn("Pin");
        await keys.press("ArrowDown");
        await keys.isOn("Rename");
        await keys.press("Enter");
        await keys.isOn("Name");
        await keys.type("Lamps");
        await panel.post({ type: "service", name: "Service", demo: false });
        await keys.press("Enter");
        await expect.poll(() => session.conversation.title).toBe("Lamps");
        await keys.isOn(/^Lamps/);
        await keys.press("ArrowUp");
        await keys.isOn("Search all conversations");
        await keys.press("ArrowDown", "Enter");
        await keys.isOn("Message");
      },
    );
  });

  test.for(themes)("every control in an answer is reached and has a visible focus, in the theme %s", async (theme) => {
    const panel = await openPanelPage(browser, { theme, width: 420, height: 700 });
    try {
      const [prompt, cited] = citedConversation.turns;
      const [asked, rich] = richConversation.turns;
      if (!prompt || !cited || !asked || !rich) throw new Error("the conversations have no turns");
      await panel.show(conversationOf([prompt, cited, { ...asked, id: "p2", parentId: cited.id }, { ...rich, id: "a2", parentId: "p2" }]));
      await panel.page.locator(".code-block").last().waitFor();
      const stops: FocusedControl[] = [];
      do {
        await panel.page.keyboard.press("Tab");
        stops.push(await readFocus(panel));
      } while (stops.at(-1)?.name !== "Message" && stops.length < 80);
      const names = stops.map(({ name }) => name.trim());
      expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([]);
      for (const name of [
        "Conversation",
        "Copy Message",
        "Edit and Resend",
        "Source 1: Lighthouse, en.wikipedia.org",
        "2 sources",
        "How lighthouses became automatic",
        "Save Image…",
        "Regenerate",
        "Compare with Another Model…",
        "Read Aloud",
        "Reasoning",
        "Code, python",
        "Insert at Cursor",
        "Apply to File…",
        "New File",
        "the guide",
        "a diagram · load from images.example.com",
        "More Actions",
      ])
        expect(names).toContain(name);
    } finally {
      await panel.close();
    }
  });
});
