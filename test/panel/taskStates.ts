/** The panel's states with tasks that were started in the conversation. */
import type { PanelTask } from "../../src/chat/messages/panelTask.ts";
import type { State } from "./contentStates.ts";
import { answerOf, conversationOf, promptOf } from "./conversations.ts";
import type { PanelPage } from "./panelPage.ts";

/** A grey gradient. */
export const preview =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAcklEQVR42mNgYOHgERCRkFFQ0dAxMLGwcXDx8AkIiYhJSMnIKSipqGlo6eiZMGXGnAVLVqzZsGXHngNHTpy5cOXGnQdPXrz58OXHH4ZRA0YNGDVg1IBRA0YNGDVg1IBRA0YNGDVg1IBRA0YNGDVguBsAAHs24GqR2oMfAAAAAElFTkSuQmCC";

const files = (name: string, mediaType: string, source?: string) => [
  { number: 1, name, uri: `file:///w/generated/${name}`, mediaType, ...(source === undefined ? {} : { source }) },
];

/** Tasks by their keys. */
export const tasks: PanelTask[] = [
  {
    key: "running",
    state: "running",
    note: "being generated",
    files: [],
    actions: ["stop", "details"],
    progress: { percent: 40, preview },
  },
  {
    key: "image",
    state: "saved",
    note: "",
    files: files("2026-11-22-a-lighthouse-at-dusk.png", "image/png", "http://panel.test/images/lighthouse.png"),
    announced: ["generationStudio.canUpscale", "generationStudio.canRemoveBackground"],
    actions: ["details"],
  },
  {
    key: "four",
    state: "saved",
    note: "",
    files: [1, 2, 3, 4].flatMap((number) =>
      files(`a-lighthouse-at-dusk-${number}.png`, "image/png", `http://panel.test/images/${number}.png`).map((file) => ({
        ...file,
        number,
      })),
    ),
    actions: ["details"],
  },
  {
    key: "partly",
    state: "saved",
    note: "The service sent something that is not a result. 1 of 2 files is missing.",
    files: files("a-lighthouse-at-dusk.png", "image/png", "http://panel.test/images/lighthouse.png"),
    actions: ["saveAgain", "details"],
  },
  {
    key: "audio",
    state: "saved",
    note: "",
    files: files("hello.mp3", "audio/mpeg", "http://panel.test/images/hello.mp3"),
    actions: ["details"],
  },
  // The page gets an image in its place, which no player plays.
  {
    key: "unheard",
    state: "saved",
    note: "",
    files: files("heron.mp4", "video/mp4", "http://panel.test/images/heron.mp4").map((file) => ({ ...file, unheard: "AAC" })),
    actions: ["details"],
  },
  {
    key: "gone",
    state: "saved",
    note: "",
    files: files("moved-to-a-folder-that-is-not-open-in-this-window.mp4", "video/mp4"),
    actions: ["details"],
  },
  {
    key: "failed",
    state: "ended",
    note: "The account's balance is used up; add credits to continue.",
    files: [],
    actions: ["retry", "change", "details"],
    help: "openAccountPage",
  },
  {
    key: "maybe",
    state: "ended",
    note: "The service may have accepted the task, and billed it, but did not answer. It is not sent again automatically.",
    files: [],
    actions: ["details"],
  },
];

/** A conversation with a prompt and its task for each. */
export function taskConversation(keys: readonly string[]) {
  const turns = keys.flatMap((key, index) => {
    const media = key === "audio" ? "audio" : key === "gone" || key === "unheard" ? "video" : "image";
    const { usage: _, milliseconds: __, ...answer } = answerOf(`a${index}`, `p${index}`, [{ kind: "task", key: "task", task: key, media }]);
    return [promptOf(`p${index}`, `/${media} A lighthouse at dusk`, index === 0 ? null : `a${index - 1}`), answer];
  });
  return conversationOf(turns);
}

/** Like the host: a visible task is reported. */
export function reportTasks(panel: PanelPage): void {
  panel.host.watchTask = async ({ key: watched }) => {
    const task = tasks.find(({ key }) => key === watched);
    if (task !== undefined) await panel.post({ type: "task", task });
  };
}

export const taskStates: State[] = [
  {
    name: "tasks",
    enter: async (panel) => {
      reportTasks(panel);
      await panel.show(taskConversation(["running", "image", "audio"]));
      await panel.page.locator("audio").waitFor();
    },
  },
  {
    name: "taskActions",
    enter: async (panel) => {
      reportTasks(panel);
      await panel.show(taskConversation(["image"]));
      // Its height moves what is below.
      await panel.page.locator(".task-file img").evaluate((image: HTMLImageElement) => image.decode());
      await panel.page
        .locator(".task-file")
        .getByRole("button", { name: panel.say("moreActions") })
        .click();
      await panel.page.getByRole("menu").waitFor();
    },
  },
  {
    name: "tasksGrid",
    enter: async (panel) => {
      reportTasks(panel);
      await panel.show(taskConversation(["four", "partly"]));
      await panel.page.getByRole("button", { name: panel.say("taskSaveAgain") }).waitFor();
    },
  },
  {
    name: "tasksEnded",
    enter: async (panel) => {
      reportTasks(panel);
      await panel.show(taskConversation(["gone", "unheard", "failed", "maybe"]));
      await panel.page.getByRole("button", { name: panel.say("taskChange") }).waitFor();
    },
  },
];
