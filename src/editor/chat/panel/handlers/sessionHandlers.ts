/** Handles the calls of a page that concern only the session that its panel shows. */
import type { Session } from "../../../../conversations/session.ts";
import type { ChatHandlers } from "../../chatPage.ts";

export function createSessionHandlers(shown: { readonly session: Session }) {
  return {
    stop: () => shown.session.stop(),
    regenerate: ({ turnId, model }) => shown.session.regenerate(turnId, model),
    compare: ({ turnId, model }) => shown.session.compare(turnId, model),
    keepAnswer: ({ turnId }) => shown.session.keepAnswer(turnId),
    fetchAnswer: ({ turnId }) => shown.session.fetchAnswer(turnId),
    continueAnswer: ({ turnId }) => shown.session.continueAnswer(turnId),
    chooseTurn: ({ turnId }) => shown.session.change({ type: "turnChosen", turnId }),
    async removeQueued({ id }) {
      await shown.session.removeQueued(id);
    },
    resumeQueue: () => shown.session.resumeQueue(),
    moveQueuedUp: ({ id }) => shown.session.moveQueuedUp(id),
  } satisfies Partial<ChatHandlers>;
}
