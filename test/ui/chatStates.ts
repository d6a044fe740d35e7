/** The states of the chat on a real workbench, each with the steps to reach it. */
import type { Locator } from "playwright-core";
import { scriptedServiceKey } from "./scriptedService.ts";
import { type ChatFrame, findChat, startConversation } from "./workbench/chatFrames.ts";
import { repeatUntil } from "./workbench/repeatUntil.ts";
import type { Workbench } from "./workbench.ts";

export interface ChatState {
  name: string;
  /** Sets up the state after any other state; returns the panel that shows it. */
  enter(workbench: Workbench, chat: ChatFrame): Promise<ChatFrame>;
}

const button = ({ frame }: ChatFrame, name: string | RegExp) => frame.getByRole("button", { name, exact: true });
const notices = ({ answers }: ChatFrame) => answers.locator(".notice");

/** Types until the list offers the file: keys go to the focused element, and the workbench may still be moving the focus. */
async function completeFile({ frame, input }: ChatFrame, text: string, file: RegExp): Promise<void> {
  await repeatUntil(frame.getByRole("option", { name: file }), async () => {
    await input.fill("", { timeout: 2000 });
    await input.pressSequentially(text);
  });
}

/** Opens what a button shows. */
const open = (opener: Locator, shown: Locator) => repeatUntil(shown, () => opener.click({ timeout: 2000 }));

/** A state that needs only prompts and their answers. */
function answered(name: string, ...prompts: readonly string[]): ChatState {
  return {
    name,
    async enter(workbench, chat) {
      await startConversation(workbench, chat);
      for (const prompt of prompts) await chat.askAndWait(prompt);
      return chat;
    },
  };
}

export const chatStates: readonly ChatState[] = [
  {
    name: "conversationsEmpty",
    async enter(workbench, chat) {
      await workbench.runCommand("Generation Studio: Show Conversations");
      await chat.frame.getByText("No conversations yet").waitFor();
      return chat;
    },
  },
  {
    name: "keyMissing",
    async enter(workbench, chat) {
      await startConversation(workbench, chat);
      await chat.askAndWait("Say hello");
      await notices(chat).getByRole("button", { name: "Set API Key…" }).waitFor();
      return chat;
    },
  },
  {
    name: "empty",
    async enter(workbench, chat) {
      await notices(chat).getByRole("button", { name: "Set API Key…" }).click();
      await workbench.answerInput(scriptedServiceKey, "The key is stored in");
      await workbench.notification("The API key works").waitFor();
      await workbench.clearNotifications();
      await startConversation(workbench, chat);
      return chat;
    },
  },
  {
    name: "models",
    async enter(_, chat) {
      await open(button(chat, /^Model:/), chat.frame.getByRole("option", { name: /^demo-multimodal/ }));
      return chat;
    },
  },
  {
    name: "settings",
    async enter({ page }, chat) {
      await page.keyboard.press("Escape");
      await open(button(chat, "Request Settings"), chat.frame.getByRole("dialog"));
      await chat.frame.getByRole("checkbox", { name: "Web search" }).check();
      await chat.frame.getByRole("checkbox", { name: "Image generation" }).check();
      await chat.frame.getByRole("textbox", { name: "Instructions" }).fill("Answer briefly.");
      await chat.frame.getByRole("textbox", { name: "Name of the preset" }).fill("Brief");
      await button(chat, "Save Preset").click();
      await button(chat, "Brief").waitFor();
      return chat;
    },
  },
  {
    name: "fileCompletion",
    async enter(workbench, chat) {
      await workbench.page.keyboard.press("Escape");
      await startConversation(workbench, chat);
      await completeFile(chat, "Explain #la", /lantern\.test\.ts/);
      return chat;
    },
  },
  {
    name: "attach",
    async enter(workbench, chat) {
      await startConversation(workbench, chat);
      await chat.frame.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["# Plan\n"], "plan.md", { type: "text/markdown" }));
        dataTransfer.items.add(new File([new Uint8Array(12_400_000)], "tower.pdf", { type: "application/pdf" }));
        document.querySelector(".composer")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      });
      await chat.frame.getByText("12.4 MB").first().waitFor();
      await open(button(chat, "Attach"), button(chat, "Active File"));
      return chat;
    },
  },
  {
    name: "cited",
    async enter(workbench, chat) {
      await workbench.page.keyboard.press("Escape");
      for (const name of ["tower.pdf", "plan.md"]) {
        const remove = button(chat, `Remove ${name}`);
        if (await remove.isVisible()) await remove.click();
        await remove.waitFor({ state: "detached" });
      }
      await startConversation(workbench, chat);
      await completeFile(chat, "How was #lamp", /lamp\.ts/);
      await chat.input.press("Enter");
      await chat.frame.locator(".chip", { hasText: "lamp.ts" }).waitFor();
      await chat.askAndWait("How was lamp.ts lit?");
      await chat.answers.locator("figure.image img").waitFor();
      return chat;
    },
  },
  {
    name: "edit",
    async enter(_, chat) {
      await chat.frame.getByRole("button", { name: "Edit and Resend" }).last().click();
      await chat.frame.getByRole("textbox", { name: "Edit the message" }).waitFor();
      return chat;
    },
  },
  answered("rich", "Compare three ways to store settings, as a table. How do I read them?"),
  {
    name: "find",
    async enter({ page }, chat) {
      const find = chat.frame.getByRole("textbox", { name: "Find in the conversation" });
      await repeatUntil(find, async () => {
        await chat.input.click({ timeout: 2000 });
        await page.keyboard.press("Control+f");
      });
      await find.fill("key");
      await chat.frame.getByText(/^\d+ of \d+$/).waitFor();
      return chat;
    },
  },
  {
    name: "outcomes",
    async enter(workbench, chat) {
      await workbench.page.keyboard.press("Escape");
      await startConversation(workbench, chat);
      await chat.ask("Grow slowly");
      await chat.answers.locator("pre").waitFor();
      await button(chat, "Stop").click();
      await chat.frame.getByText("Stopped.").waitFor();
      for (const prompt of ["Refuse this", "Write without end"]) await chat.askAndWait(prompt);
      return chat;
    },
  },
  answered("failures", "Break off", "Stop working"),
  {
    name: "helps",
    async enter(workbench, chat) {
      await startConversation(workbench, chat);
      for (const prompt of ["Ask one that is gone", "Spend it all", "Draw with words", "Hurry"]) await chat.askAndWait(prompt);
      for (const help of ["Choose Another Model…", "Account Page…", "Request Settings…"]) await button(chat, help).waitFor();
      await button(chat, /^Try Again in \d+ s$/).waitFor();
      return chat;
    },
  },
  answered("nothingToShow", "Spoil a picture", "Say nothing"),
  {
    name: "deletionAsked",
    async enter({ page }, chat) {
      await chat.prompts.last().hover();
      await chat.prompts.last().getByRole("button", { name: "Delete Message and What Follows" }).click();
      await page.locator(".monaco-dialog-box", { hasText: "Delete this message" }).waitFor();
      return chat;
    },
  },
  {
    name: "branches",
    async enter(workbench, chat) {
      await workbench.pressDialogButton("Cancel");
      await startConversation(workbench, chat);
      await chat.askAndWait("How high is the tallest tower?");
      await button(chat, "Regenerate").click();
      await chat.answers.locator(".siblings", { hasText: "2/2" }).waitFor();
      await chat.answers.locator(".turn-footer .usage").waitFor();
      return chat;
    },
  },
  {
    name: "waiting",
    async enter(workbench, chat) {
      await startConversation(workbench, chat);
      await chat.ask("Think first");
      await chat.frame.locator(".typing").waitFor();
      for (const prompt of ["Now in watercolour", "And the same by night, seen from the sea, with the light on the waves", "Thanks"])
        await chat.ask(prompt);
      await chat.frame.locator(".queue li", { hasText: "Thanks" }).waitFor();
      return chat;
    },
  },
  {
    name: "streaming",
    async enter(workbench, chat) {
      await startConversation(workbench, chat);
      await chat.ask("Grow slowly");
      await chat.answers.locator("pre").waitFor();
      await chat.ask("And then translate it");
      await chat.frame.locator(".queue li").waitFor();
      return chat;
    },
  },
  {
    name: "working",
    async enter(workbench, chat) {
      await startConversation(workbench, chat);
      await chat.ask("Look it up, and draw it");
      await chat.frame.getByText("Generating image…").waitFor();
      await chat.answers.locator("details summary").first().click();
      return chat;
    },
  },
  answered("rightToLeft", "ما هي المنارة؟"),
  answered("longWords", `What is ${"supercalifragilistic".repeat(6)}?`),
  {
    name: "conversations",
    async enter(workbench, chat) {
      const rows = chat.frame.locator("li.conversation");
      await workbench.runCommand("Generation Studio: Show Conversations");
      await rows.nth(3).waitFor();
      await rows.nth(1).hover();
      return chat;
    },
  },
  {
    name: "inEditor",
    async enter(workbench, chat) {
      await chat.frame
        .getByRole("button", { name: /three ways to store settings/ })
        .first()
        .click();
      await chat.answers.locator("table").waitFor();
      await chat.input.click();
      await workbench.runCommand("Generation Studio: Open Chat in Editor");
      const tab = await findChat(workbench.page, "editor", "three ways to store settings");
      await tab.answers.locator("table").waitFor();
      return tab;
    },
  },
  {
    name: "modelsMissing",
    async enter(workbench) {
      await workbench.changeUserSettings({ "generationStudio.baseUrl": "http://127.0.0.1:9" });
      const chat = await findChat(workbench.page, "sideBar");
      await open(button(chat, /^Model:|^Choose a Model/), chat.frame.getByText("No models yet"));
      return chat;
    },
  },
  {
    name: "demo",
    async enter(workbench) {
      await workbench.changeUserSettings({ "generationStudio.baseUrl": "" });
      const chat = await findChat(workbench.page, "sideBar");
      // The tab beside it was used last, so a command of the palette would act there.
      await workbench.pressViewAction("Chat", "New Conversation", chat.frame.getByRole("heading", { name: "Ask anything" }));
      await workbench.page.mouse.move(0, 0);
      await chat.askAndWait("Tell a short story about a lighthouse");
      await chat.answers.locator(".turn-header .badge").waitFor();
      return chat;
    },
  },
];
