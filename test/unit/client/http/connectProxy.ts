/** A real HTTP proxy that tunnels every CONNECT to one port (RFC 9110, 9.3.6) and records the requests. */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";

export interface ConnectProxy extends AsyncDisposable {
  readonly address: string;
  /** `host:port` of every CONNECT. */
  readonly targets: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
}

/** @param status Sent instead of 200 if the proxy refuses. */
export async function startConnectProxy(port: number, status = 200): Promise<ConnectProxy> {
  const targets: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(400).end());
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (request, client: Socket) => {
    targets.push(request.url ?? "");
    authorizations.push(request.headers["proxy-authorization"]);
    client.on("error", () => client.destroy());
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const service = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(service).pipe(client);
    });
    sockets.add(service);
    service.on("error", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    targets,
    authorizations,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
