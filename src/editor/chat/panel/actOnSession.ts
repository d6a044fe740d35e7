/** Passes messages of a panel that concern only its session to that session. */
import type { ToHost } from "../../../chat/messages/toHost.ts";
import type { Session } from "../../../conversations/session.ts";

/** Messages of a panel that concern only the session that it shows. */
export type SessionMessage = Extract<
  ToHost,
  {
    type:
      | "stop"
      | "regenerate"
      | "compare"
      | "keepAnswer"
      | "fetchAnswer"
      | "continueAnswer"
      | "chooseTurn"
      | "removeQueued"
      | "resumeQueue"
      | "moveQueuedUp";
  }
>;

export async function actOnSession(session: Session, message: SessionMessage): Promise<void> {
  switch (message.type) {
    case "stop":
      session.stop();
      return;
    case "regenerate":
      session.regenerate(message.turnId, message.model);
      return;
    case "compare":
      session.compare(message.turnId, message.model);
      return;
    case "keepAnswer":
      session.keepAnswer(message.turnId);
      return;
    case "fetchAnswer":
      session.fetchAnswer(message.turnId);
      return;
    case "continueAnswer":
      session.continueAnswer(message.turnId);
      return;
    case "chooseTurn":
      session.change({ type: "turnChosen", turnId: message.turnId });
      return;
    case "removeQueued":
      await session.removeQueued(message.id);
      return;
    case "resumeQueue":
      session.resumeQueue();
      return;
    case "moveQueuedUp":
      session.moveQueuedUp(message.id);
      return;
    default:
      message satisfies never;
  }
}
