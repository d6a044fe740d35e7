/** Handles the tasks that `/image`, `/audio` and `/video` start in a conversation, and the user's actions on them. */

import * as vscode from "vscode";
import { findTurn } from "../../../../chat/conversation/conversation.ts";
import type { Attachment, UserTurn } from "../../../../chat/conversation/turn.ts";
import type { TaskAction } from "../../../../chat/messages/panelTask.ts";
import { type MediaCommand, readMediaCommand } from "../../../../chat/request/mediaCommand.ts";
import { kindTable } from "../../../../contract/kind.ts";
import type { Session } from "../../../../conversations/session.ts";
import type { Task } from "../../../../generations/task.ts";
import type { ResultActionName } from "../../../../library/resultActions.ts";
import { report } from "../../../base/report.ts";
import type { HowToStart, MediaTasks } from "../../media/mediaTasks.ts";
import type { PanelParts } from "../panelParts.ts";
import type { PromptSender } from "../promptSender.ts";

interface StartOptions {
  /** undefined: the user's usual one; the user is asked if there is none. */
  model?: string | undefined;
  /** Id of the prompt that this one replaces; its attachments are used. */
  replacedId?: string;
}

export interface TurnTasks extends vscode.Disposable {
  start(session: Session, text: string, options: StartOptions): Promise<void>;
  /** The image that a prompt asks for, with its attached images as references, as a message after the last one. */
  generateImage(session: Session, turnId: string): Promise<void>;
  /** The page names a turn. Only tasks of the session's own conversation are acted on. */
  act(session: Session, turnId: string, action: TaskAction): Promise<void>;
  /** The same for one of the task's files, by its number in the library. */
  actOnResult(session: Session, turnId: string, number: number, action: ResultActionName): Promise<void>;
  /** Reports the task to the panel now, and whenever it changes. */
  watch(key: string): Promise<void>;
  /** Called when the panel is hidden. */
  unwatch(): void;
}

/** Whether a message starts a task instead of asking for an answer. */
export function startsTask(text: string): boolean {
  return readMediaCommand(text) !== undefined;
}

export function createTurnTasks({ chat, page, shown, attachments, sender }: PanelParts & { sender: PromptSender }): TurnTasks {
  let loaded: MediaTasks | undefined;

  /** The module is loaded at the first call. */
  async function mediaTasks(): Promise<MediaTasks> {
    const { createMediaTasks } = await import("../../media/mediaTasks.ts");
    loaded ??= createMediaTasks(chat.studio, page);
    return loaded;
  }

  function addressOf({ id, url, mediaType }: Attachment): string[] {
    const content = chat.held.content(id);
    if (content !== undefined) return [`data:${mediaType};base64,${Buffer.from(content).toString("base64")}`];
    return url === undefined ? [] : [url];
  }

  /**
   * The attached images are the references. Throws an Error with a message for the user if other files are attached, rather than leaving
   * them out silently.
   */
  async function startTask(command: MediaCommand, attached: readonly Attachment[], how: HowToStart): Promise<Task | undefined> {
    const { kind } = command;
    const unusable = attached.filter(
      (attachment) => !kindTable[kind].takesImages || attachment.kind !== "image" || addressOf(attachment).length === 0,
    );
    if (unusable.length > 0) {
      const names = unusable.map(({ name }) => name).join(", ");
      throw new Error(vscode.l10n.t("/{0} cannot use {1}. Remove it from the message. Nothing was sent.", kind, names));
    }
    return (await mediaTasks()).start(command, attached.flatMap(addressOf), how);
  }

  function findPrompt(session: Session, turnId: string | null | undefined): UserTurn | undefined {
    const turn = typeof turnId === "string" ? findTurn(session.conversation, turnId) : undefined;
    return turn?.role === "user" ? turn : undefined;
  }

  function findTask(session: Session, turnId: string) {
    const turn = findTurn(session.conversation, turnId);
    const part = turn?.role === "assistant" ? turn.parts.find(({ kind }) => kind === "task") : undefined;
    return turn === undefined || part?.kind !== "task" ? undefined : { turn, key: part.task };
  }

  return {
    async start(session, text, { model, replacedId }) {
      const command = readMediaCommand(text);
      const replaced = findPrompt(session, replacedId);
      await attachments.settled();
      const attached = replaced?.attachments ?? (session === shown.session ? attachments.current() : undefined);
      const isReady = command !== undefined && attached !== undefined;
      const task = isReady && (await startTask(command, attached, { model }).catch((error: unknown) => void report(error)));
      // Restore the text if nothing was sent.
      if (!isReady || !task) return sender.returnToDraft(session, text);
      const prompt = { text, attachments: attached };
      session.addTask(
        { key: task.key, kind: command.kind, model: task.model },
        replaced === undefined ? prompt : { ...prompt, parentId: replaced.parentId },
      );
      if (replaced !== undefined) return;
      for (const { id } of attached) attachments.remove(id);
      await chat.held.store(session.conversation.id, attached);
    },
    async generateImage(session, turnId) {
      const turn = findTurn(session.conversation, turnId);
      const prompt = findPrompt(session, turn?.role === "assistant" ? turn.parentId : turnId);
      if (prompt === undefined) return;
      const { text, attachments: attached } = prompt;
      const images = attached.filter((attachment) => attachment.kind === "image" && addressOf(attachment).length > 0);
      const task = await startTask({ kind: "image", prompt: text }, images, {}).catch((error: unknown) => void report(error));
      if (task) session.addTask({ key: task.key, kind: "image", model: task.model }, { text: `/image ${text}`, attachments: images });
    },
    async act(session, turnId, action) {
      const found = findTask(session, turnId);
      if (found === undefined) return;
      if (action !== "retry" && action !== "change") return (await import("../../media/mediaTasks.ts")).actOnTask(found.key, action);
      const prompt = findPrompt(session, found.turn.parentId);
      const command = prompt && readMediaCommand(prompt.text);
      if (prompt === undefined || command === undefined) return;
      const task = await startTask(command, prompt.attachments, { change: action === "change" });
      if (task !== undefined) session.addTask({ key: task.key, kind: command.kind, model: task.model }, { id: prompt.id });
    },
    async actOnResult(session, turnId, number, action) {
      const key = findTask(session, turnId)?.key;
      if (key === undefined) return;
      const { library } = await chat.studio.tasks();
      if (!library.madeBy(key).some((entry) => entry.number === number)) return;
      await (await import("../../../artifacts/runResultAction.ts")).runResultAction(action, { key, number });
    },
    watch: async (key) => (await mediaTasks()).watch(key),
    unwatch: () => loaded?.unwatch(),
    dispose: () => loaded?.dispose(),
  };
}
