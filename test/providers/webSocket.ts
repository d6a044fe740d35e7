/** The server's side of WebSockets: accepts each connection and sends unmasked frames. Source: RFC 6455, 4.2.2 and 5.2. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

export interface TestSocket {
  /** Path and query of the handshake. */
  path: string;
  headers: IncomingMessage["headers"];
  /** A text, or bytes as a binary message. */
  send(message: string | Uint8Array): void;
  end(): void;
}

/** Source: RFC 6455, 1.3. */
const keySuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

export function acceptSocket(request: IncomingMessage, connection: Duplex): TestSocket {
  const accepted = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${keySuffix}`).digest("base64");
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Accept: ${accepted}`];
  connection.write(`${lines.join("\r\n")}\r\n\r\n`);
  connection.on("error", () => undefined);
  return {
    path: request.url ?? "",
    headers: request.headers,
    send(message) {
      const body = Buffer.from(message);
      const head = Buffer.alloc(body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10);
      head[0] = typeof message === "string" ? 0x81 : 0x82;
      if (body.length < 126) head[1] = body.length;
      else if (body.length < 65_536) head.writeUInt16BE(body.length, 2);
      else head.writeBigUInt64BE(BigInt(body.length), 2);
      if (body.length >= 126) head[1] = body.length < 65_536 ? 126 : 127;
      connection.write(Buffer.concat([head, body]));
    },
    end: () => void connection.destroy(),
  };
}
