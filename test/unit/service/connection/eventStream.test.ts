/** The connection of an answer of events, with real sockets. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type EventStream, openEventStream } from "../../../../src/service/connection/eventStream.ts";

const headers = { "content-type": "text/event-stream" };
const event = (data: string) => `data: ${data}\n\n`;

interface Opened {
  stream: EventStream;
  outgoing: ServerResponse;
  client: Socket;
  /** What the client has received, one for each packet. */
  packets: string[];
  /** Resolves when the client has received a text. */
  received(text: string): Promise<void>;
}

/** `silence`: see `openEventStream`. */
async function open(silence = 60_000): Promise<Opened> {
  const server = createServer();
  onTestFinished(() => void server.close().closeAllConnections());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const packets: string[] = [];
  client.on("data", (bytes) => packets.push(String(bytes))).on("error", () => undefined);
  client.write("GET / HTTP/1.1\r\nhost: test\r\n\r\n");
  const [, outgoing] = await once(server, "request");
  const received = async (text: string) => {
    while (!packets.slice(-2).join("").includes(text)) await once(client, "data");
  };
  return { stream: openEventStream(outgoing, headers, silence), outgoing, client, packets, received };
}

test("the head and what comes without a pause are one packet, and the last events and the end of the body another", async () => {
  const { stream, packets, received } = await open();
  for (const data of ["a", "b", "c"]) stream.add(event(data));
  await received("data: c");
  stream.add(event("d"));
  stream.add(event("[DONE]"));
  stream.end();
  await received("0\r\n\r\n");
  expect(packets).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n.*data: a\n\ndata: b\n\ndata: c\n\n\r\n$/s),
    "17\r\ndata: d\n\ndata: [DONE]\n\n\r\n0\r\n\r\n",
  ]);
});

test("the head does not wait for the first event", async () => {
  const { received } = await open();
  await received("content-type: text/event-stream\r\n");
});

test("a client that does not read gets all events later, in their order", async () => {
  const { stream, outgoing, client, received, packets } = await open();
  client.pause();
  const long = "日本語".repeat(3_000);
  for (let index = 0; index < 100; index += 1) {
    stream.add(event(`${index} ${long}`));
    if (index % 20 === 0) await nextTurn();
  }
  expect(outgoing.writableNeedDrain).toBe(true);
  client.resume();
  stream.add(event("[DONE]"));
  stream.end();
  await received("0\r\n\r\n");
  const order = packets.join("").match(/(?<=data: )\d+(?= )/g);
  expect(order?.map(Number)).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

test("a silent stream gets comments, which an event delays", async () => {
  const { stream, received } = await open(20);
  stream.add(event("a"));
  await received(": waiting\n\n");
  stream.end();
  await received("0\r\n\r\n");
});

test("a reset comes after what was added", async () => {
  const { stream, client, received } = await open();
  const closed = new Promise((resolve) => client.once("close", resolve));
  stream.add(event("a"));
  stream.reset();
  await received("data: a");
  // With an error.
  expect(await closed).toBe(true);
});

test("after the client has left, nothing fails", async () => {
  const { stream, outgoing, client } = await open(5);
  stream.add(event("a"));
  client.resetAndDestroy();
  await once(outgoing, "close");
  stream.add(event("b"));
  await nextTurn();
  stream.end();
  stream.reset();
  await nextTurn();
});
