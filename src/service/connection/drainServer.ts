/** Closes the connections of a server after their current answers. */
import type { Server, ServerResponse } from "node:http";

export interface ServerDrain {
  /** Adds an answer that the server has started. */
  add(answer: ServerResponse): void;
  /** Removes an answer that has ended, or whose connection has. */
  remove(answer: ServerResponse): void;
  /** Stops accepting connections. Resolves when the last one has ended, each after its current answers. */
  drain(): Promise<void>;
}

export function createServerDrain(server: Pick<Server, "close" | "closeIdleConnections">): ServerDrain {
  const open = new Set<ServerResponse>();
  let isDraining = false;

  /** The client sends its next request over a new connection, which another service accepts. */
  const closeAfterAnswer = (answer: ServerResponse) => {
    if (!answer.headersSent) answer.setHeader("connection", "close");
  };

  return {
    add(answer) {
      open.add(answer);
      if (isDraining) closeAfterAnswer(answer);
    },
    remove(answer) {
      open.delete(answer);
      // A connection whose answer had already started would stay open.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    },
    drain() {
      isDraining = true;
      for (const answer of open) closeAfterAnswer(answer);
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
