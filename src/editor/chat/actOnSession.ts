/** A session and a wish of its panel's user in; the wish done out. */
import type { ToHost } from "../../chat/toHost.ts";
import type { Session } from "./session.ts";

/** What a panel asks of the session that it shows, and of nothing else. */
export type SessionMessage = Extract<
  ToHost,
  { type: "stop" | "regenerate" | "resend" | "deleteTurn" | "chooseTurn" | "removeQueued" | "hastenQueued" }
>;

export function actOnSession(session: Session, message: SessionMessage): void {
  switch (message.type) {
    case "stop":
      session.stop();
      return;
    case "regenerate":
      session.regenerate(message.turnId);
      return;
    case "resend":
      session.resend(message.turnId, message.text);
      return;
    case "deleteTurn":
      session.deleteTurn(message.turnId);
      return;
    case "chooseTurn":
      session.change({ type: "turnChosen", turnId: message.turnId });
      return;
    case "removeQueued":
      session.removeQueued(message.id);
      return;
    case "hastenQueued":
      session.hastenQueued(message.id);
      return;
    default:
      message satisfies never;
  }
}
