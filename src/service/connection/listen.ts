/** Serves a function from Request to Response on a TCP port. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { errorText } from "../../contract/errorText.ts";
import { ApiError, renderApiError } from "../apiError.ts";
import type { Observer, RequestObserver } from "../observing/observer.ts";
import type { Certificate, Reach } from "../settings/reach.ts";
import type { RequestLog } from "../settings/settings.ts";
import type { Bindings } from "./bindings.ts";
import { findClient } from "./client.ts";
import { createServerDrain } from "./drainServer.ts";
import { type OpenEventStream, openEventStream } from "./eventStream.ts";
import { observeRequest } from "./observeRequest.ts";
import { type CheckedHeaders, readHeaders } from "./readHeaders.ts";

export type Fetch = (request: Request, bindings: Bindings, headers: CheckedHeaders) => Response | Promise<Response>;

export interface ListenOptions {
  port: number;
  reach: Reach;
  /** Time limit for a request's headers in milliseconds. */
  headerTimeLimit: number;
  /** Time limit for the rest of a request's body after its answer, in milliseconds. */
  bodyTimeLimit: number;
  observer: Observer;
  log: RequestLog | undefined;
}

export interface Listening {
  /** `http://127.0.0.1:<port>`, or the address that `reach` determines. */
  url: string;
  /** Stops accepting connections. Resolves when the open ones have ended, each after its current answer. */
  drain(): Promise<void>;
  /** Stops accepting connections and closes the open ones. */
  close(): Promise<void>;
}

/** Rejects if the port is in use, or the certificate cannot be used. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listening> {
  const { log, reach, observer } = options;
  /** Of the request that is being passed to the listener, which calls `fetch` synchronously. */
  let begun: { observer: RequestObserver; headers: CheckedHeaders; openEventStream: OpenEventStream } | undefined;
  const streams = new WeakSet<object>();
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      const client = findClient(reach, incoming);
      if (!client || !begun) return refuseStranger();
      const bindings: Bindings = {
        observer: begun.observer,
        clientAddress: client.address,
        connection: incoming.socket,
        origin: client.origin,
        breakConnection: (how) => breakSocket(incoming.socket, how),
        openEventStream: begun.openEventStream,
        onClosed: (listener) => {
          const report = () => listener(outgoing.writableFinished);
          if (outgoing.destroyed) report();
          else outgoing.once("close", report);
        },
      };
      return fetch(request, bindings, begun.headers);
    },
    // The adapter would close the connection half a second after a refusal, while a client with a slow link still sends: see `endTrickle`.
    { errorHandler: () => renderApiError(invalidHttp()), autoCleanupIncoming: false },
  );
  const server = openServer(options, (incoming, outgoing) => {
    const headers = readHeaders(incoming.rawHeaders);
    // HTTP/1.0 has no Host, and load balancers such as HAProxy check with it. Web pages cannot leave it out.
    if (incoming.httpVersion === "1.0" && headers.host === undefined) {
      headers.host = `localhost:${incoming.socket.localPort}`;
      incoming.headers.host = headers.host;
    }
    const request = observeRequest(observer, headers, incoming, outgoing);
    ending.add(outgoing);
    const stopAsking = askWhetherClientReads(incoming, outgoing, () => streams.has(outgoing));
    // Also after the answer was sent over a connection that stays open.
    outgoing.on("close", () => {
      ending.remove(outgoing);
      stopAsking();
      request.end();
      if (!incoming.complete) endTrickle(incoming, options.bodyTimeLimit);
    });
    begun = {
      observer: request.observer,
      headers,
      openEventStream(...given) {
        streams.add(outgoing);
        return openEventStream(outgoing, ...given);
      },
    };
    void listener(incoming, outgoing);
    begun = undefined;
  });
  const ending = createServerDrain(server);
  server.on("clientError", refuseConnection);
  const host = reach.type === "loopback" ? "127.0.0.1" : reach.host;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, host, resolve);
  });
  const stopWatching = "setSecureContext" in server && reach.type === "tls" ? followCertificate(server, reach.certificate, log) : undefined;
  const scheme = reach.type === "tls" ? "https" : "http";
  return {
    url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${portOf(server)}`,
    drain: ending.drain,
    close() {
      stopWatching?.();
      return close(server);
    },
  };
}

/**
 * A client may end its side of the connection after its request and read the answer. One that has left looks the same until something is
 * sent to it, which makes its machine reset the connection: the interim status 100, which every client of HTTP/1.1 skips, or a comment of a
 * stream.
 */
function askWhetherClientReads(incoming: IncomingMessage, outgoing: ServerResponse, isStream: () => boolean): () => void {
  const { socket } = incoming;
  const ask = () => {
    if (outgoing.writableEnded) return;
    if (outgoing.headersSent) {
      if (isStream()) outgoing.write(": \n\n");
    } else if (incoming.httpVersionMinor > 0) outgoing.writeContinue();
  };
  socket.once("end", ask);
  return () => socket.off("end", ask);
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

function openServer({ reach, headerTimeLimit }: ListenOptions, listener: Listener): Server | SecureServer {
  // Milliseconds. The body's time is limited where it is read; missing headers are reported by `clientError`.
  const limits = {
    requireHostHeader: false,
    headersTimeout: headerTimeLimit,
    connectionsCheckingInterval: Math.min(2_000, Math.max(100, headerTimeLimit)),
    requestTimeout: 0,
    keepAliveTimeout: 30_000,
  };
  const server =
    reach.type === "tls"
      ? createSecureServer({ ...limits, ...reach.certificate.read(), handshakeTimeout: headerTimeLimit }, listener)
      : createServer(limits, listener);
  return Object.assign(server, { httpAllowHalfOpen: true });
}

/** Uses a renewed certificate for new connections. If it cannot be used, the previous one stays in use. */
function followCertificate(server: SecureServer, certificate: Certificate, log: RequestLog | undefined): () => void {
  return certificate.watch(() => {
    try {
      server.setSecureContext(certificate.read());
      log?.("the certificate was loaded again");
    } catch (error) {
      log?.(`the certificate could not be loaded again: ${errorText(error)}`);
    }
  });
}

/**
 * Discards the rest of the body of an answered request, and closes the connection if it does not arrive in time: nothing else reads it and
 * limits its time. The stream that was made of it would go on collecting, or, if it has ended, throw for each packet.
 */
function endTrickle(incoming: IncomingMessage, timeLimit: number): void {
  incoming.removeAllListeners("data");
  const timer = setTimeout(() => incoming.socket.destroy(), timeLimit);
  for (const event of ["end", "close"]) incoming.once(event, () => clearTimeout(timer));
  incoming.resume();
}

function invalidHttp(): ApiError {
  return new ApiError({ code: "invalid_request", message: "The request is not valid HTTP." });
}

function refuseStranger(): Response {
  const message = "This service only answers its proxies, and this address is not one of them.";
  return renderApiError(new ApiError({ code: "invalid_request", status: 403, message, headers: { connection: "close" } }));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("The server listens on no TCP port.");
  return address.port;
}

function breakSocket(socket: unknown, how: "reset" | "end"): void {
  if (!isSocket(socket)) return;
  if (how === "reset") socket.resetAndDestroy();
  else socket.destroySoon();
}

function isSocket(value: unknown): value is Socket {
  return typeof value === "object" && value !== null && "resetAndDestroy" in value;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Requests that node:http cannot parse, or that time out, also get the spec's error body. */
function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isTimeout = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const answer = isTimeout ? new ApiError({ code: "timeout", message: "The request did not arrive in time." }) : invalidHttp();
  void renderApiError(answer)
    .text()
    .then((body) => {
      const reason = isTimeout ? "Request Timeout" : "Bad Request";
      socket.end(
        `HTTP/1.1 ${answer.status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    });
}
