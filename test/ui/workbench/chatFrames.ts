/** The chat's panels in the side bar and in editor tabs. */
import type { Frame, Locator, Page } from "playwright-core";
import { vi } from "vitest";
import type { Workbench } from "../workbench.ts";

export interface ChatFrame {
  readonly frame: Frame;
  readonly input: Locator;
  readonly answers: Locator;
  readonly prompts: Locator;
  readonly turns: Locator;
  /** Writes a prompt and sends it. */
  ask(text: string): Promise<void>;
  /** Sends a prompt and waits until the answer has ended. */
  askAndWait(text: string): Promise<void>;
  /** The focused element of the panel, by its class and tag; undefined: the focus is elsewhere. */
  focused(): Promise<string | undefined>;
}

/**
 * Focuses a chat's input and writes a text there. Keys would go to the focused element, and the workbench may still be moving the
 * focus, for example to a file.
 */
export async function write(input: Locator, text: string): Promise<void> {
  const fill = (element: Element, value: string) => {
    if (!(element instanceof HTMLTextAreaElement)) throw new TypeError("This is no input.");
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  };
  await vi.waitUntil(
    async () => {
      await input.focus();
      await input.evaluate(fill, text);
      // Another conversation may have been opened in between.
      return (await input.inputValue()) === text;
    },
    { timeout: 60_000 },
  );
}

/** Writes a prompt into a chat's input and sends it. */
export async function send(input: Locator, text: string): Promise<void> {
  await write(input, text);
  await input.dispatchEvent("keydown", { key: "Enter", cancelable: true });
}

function chatFrame(frame: Frame): ChatFrame {
  const input = frame.getByRole("textbox", { name: "Message", exact: true });
  const answers = frame.locator("article.answer");
  const ask = (text: string) => send(input, text);
  return {
    frame,
    input,
    answers,
    prompts: frame.locator("article.prompt"),
    turns: frame.locator(".turns-region"),
    ask,
    async askAndWait(text) {
      const before = await answers.count();
      await ask(text);
      await answers.nth(before).locator(".turn-footer").waitFor();
    },
    focused: () =>
      frame.evaluate(() => {
        const element = document.activeElement;
        return document.hasFocus() && element !== null ? `${element.tagName.toLowerCase()}.${element.className}` : undefined;
      }),
  };
}

/**
 * Shows a conversation without turns and without a draft. An empty conversation looks the same before and after the command; what the
 * panel does last is to focus its input.
 */
export async function startConversation(workbench: Pick<Workbench, "runCommand">, chat: ChatFrame): Promise<void> {
  await chat.frame.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await workbench.runCommand("Generation Studio: New Conversation");
  await vi.waitUntil(async () => (await chat.focused())?.startsWith("textarea.input"), { timeout: 60_000 });
  await chat.frame.getByRole("heading", { name: "Ask anything" }).waitFor();
  await write(chat.input, "");
}

/** Waits for the panel at a location whose conversation contains the text, if one is given. */
export async function findChat(page: Page, location: "sideBar" | "editor", text?: string): Promise<ChatFrame> {
  const isIt = (frame: Frame) =>
    frame
      .evaluate(
        ({ location: wanted, text: said }) =>
          document.body?.dataset.location === wanted &&
          document.querySelector(".composer") !== null &&
          window.innerWidth > 0 &&
          (said === undefined || document.body.textContent.includes(said)),
        { location, text },
      )
      // A frame may be removed while it is inspected.
      .catch(() => false);
  const find = async () => {
    for (const frame of page.frames()) if (await isIt(frame)) return chatFrame(frame);
    return undefined;
  };
  return vi.waitUntil(find, { timeout: 60_000, interval: 100 });
}
