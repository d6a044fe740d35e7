/** Ends the connections of a server with the answers that are under way on them. */
import type { Server, ServerResponse } from "node:http";

export interface ServerDrain {
  /** An answer that the server has begun. */
  add(answer: ServerResponse): void;
  /** The answer has ended, or its connection did. */
  remove(answer: ServerResponse): void;
  /** Takes no more connections. Resolves when the last one has ended: each ends with the answers that are under way on it. */
  drain(): Promise<void>;
}

export function createServerDrain(server: Pick<Server, "close" | "closeIdleConnections">): ServerDrain {
  const open = new Set<ServerResponse>();
  let isDraining = false;

  /** The client sends its next request over a new connection, which another service takes. */
  const sayGoodbye = (answer: ServerResponse) => {
    if (!answer.headersSent) answer.setHeader("connection", "close");
  };

  return {
    add(answer) {
      open.add(answer);
      if (isDraining) sayGoodbye(answer);
    },
    remove(answer) {
      open.delete(answer);
      // A connection whose answer had begun before would stay open.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    },
    drain() {
      isDraining = true;
      for (const answer of open) sayGoodbye(answer);
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
