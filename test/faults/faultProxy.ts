/** A TCP proxy that causes one fault at one byte of each exchange. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What happens after the given number of bytes of the answer has passed. */
export const answerFaults = [
  /** RST: the connection is reset */ "reset",
  /** FIN: the connection is closed normally */ "cut",
  /** no more bytes arrive */ "stall",
  /** bytes that are not HTTP replace the rest */ "garbage",
  /** the rest arrives byte by byte */ "slow",
] as const;
export type AnswerFault = (typeof answerFaults)[number];

export interface Fault {
  kind: AnswerFault;
  /** Bytes that pass before the fault, counted from the start of the connection. */
  after: number;
  /** Direction whose bytes are counted and which has the fault. Default `answer`. */
  side?: "request" | "answer";
  /** How many connections have the fault, in order; later ones have none. Default: all. */
  connections?: number;
}

export interface FaultProxy extends AsyncDisposable {
  readonly baseUrl: string;
  /** The fault of connections that are opened from now on. */
  set(fault: Fault | undefined): void;
  /** Number of connections so far. */
  readonly connections: number;
}

const noise = Buffer.from("\u0000\r\n\r\nHTTP/9.9 what\u00ff\u00fe{]<garbage>\r\n");

/** Passes bytes on until the fault, then causes it. */
function passOn(from: Socket, to: Socket, fault: Fault | undefined): void {
  let passed = 0;
  from.on("data", (chunk: Buffer) => {
    const left = fault === undefined ? Number.POSITIVE_INFINITY : fault.after - passed;
    passed += chunk.length;
    if (chunk.length <= left) {
      to.write(chunk);
      return;
    }
    if (left >= 0) to.write(chunk.subarray(0, left), () => fault && strike(fault.kind, from, to));
    if (fault?.kind === "slow") for (const byte of chunk.subarray(Math.max(0, left))) to.write(Uint8Array.of(byte));
  });
  from.on("end", () => {
    if (fault?.kind !== "stall" || passed <= fault.after) to.end();
  });
}

function strike(kind: AnswerFault, from: Socket, to: Socket): void {
  switch (kind) {
    case "reset":
      to.resetAndDestroy();
      from.destroy();
      return;
    case "cut":
      to.end();
      from.destroy();
      return;
    case "garbage":
      to.end(noise);
      from.destroy();
      return;
    case "stall":
    case "slow":
      return;
  }
}

export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let fault: Fault | undefined;
  let faultsLeft = 0;
  let connections = 0;

  const server = createServer((client) => {
    connections += 1;
    const here = faultsLeft > 0 ? fault : undefined;
    faultsLeft -= 1;
    const service = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => other.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("close", () => service.destroy());
    passOn(client, service, here?.side === "request" ? here : undefined);
    passOn(service, client, here?.side === "request" ? undefined : here);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();

  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    set(next) {
      fault = next;
      faultsLeft = next?.connections ?? Number.POSITIVE_INFINITY;
    },
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
