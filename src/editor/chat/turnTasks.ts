/** The tasks that a conversation's `/image`, `/audio` and `/video` start, and what the user does with them. */
import { findTurn } from "../../chat/conversation.ts";
import { readMediaCommand } from "../../chat/mediaCommand.ts";
import type { TaskAction } from "../../chat/panelTask.ts";
import type { Session } from "../../conversations/session.ts";
import { report } from "../report.ts";
import type { PanelParts } from "./panelParts.ts";

export interface TurnTasks {
  /** `parentId`: of the prompt that this one takes the place of. */
  start(session: Session, text: string, parentId?: string | null): Promise<void>;
  /** The page names a turn: of the tasks, those of its conversation alone are acted on. */
  act(session: Session, turnId: string, action: TaskAction): Promise<void>;
}

/** Whether a message starts a task instead of asking for an answer. */
export function startsTask(text: string): boolean {
  return readMediaCommand(text) !== undefined;
}

export function createTurnTasks({ mediaTasks, post }: Pick<PanelParts, "mediaTasks" | "post">): TurnTasks {
  return {
    async start(session, text, parentId) {
      const command = readMediaCommand(text);
      const media = await mediaTasks();
      const task = command && (await media.start(command, false).catch((error: unknown) => void report(error)));
      // What was not sent is not lost.
      if (task === undefined || command === undefined) return post({ type: "draft", text });
      const { kind } = command;
      session.addTask({ key: task.key, kind, model: task.model }, parentId === undefined ? { text } : { text, parentId });
    },
    async act(session, turnId, action) {
      const turn = findTurn(session.conversation, turnId);
      const part = turn?.role === "assistant" ? turn.parts.find(({ kind }) => kind === "task") : undefined;
      if (turn === undefined || part?.kind !== "task") return;
      if (action !== "retry" && action !== "change") return (await import("./mediaTasks.ts")).actOnTask(part.task, action);
      const prompt = turn.parentId === null ? undefined : findTurn(session.conversation, turn.parentId);
      const command = prompt?.role === "user" ? readMediaCommand(prompt.text) : undefined;
      const task = command && (await (await mediaTasks()).start(command, action === "change"));
      if (task === undefined || prompt === undefined || command === undefined) return;
      session.addTask({ key: task.key, kind: command.kind, model: task.model }, { id: prompt.id });
    },
  };
}
