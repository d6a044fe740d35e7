/** Reads large bodies of requests while they arrive. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { readBytes } from "../../../../src/service/read/readJsonBody.ts";
import { collectGarbage } from "../../../collectGarbage.ts";

const chunkSize = 64 * 1024;

/** A request whose body is sent one chunk at a time. */
function arrivingRequest() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const init = { method: "POST", body: readable, duplex: "half" } as RequestInit;
  return { request: new Request("http://127.0.0.1/", init), writer: writable.getWriter() };
}

test("chunks of a body leave the memory while the others arrive", async () => {
  const { request, writer } = arrivingRequest();
  const reading = readBytes(request, { bodyTimeLimit: 60_000, bodySizeLimit: 100 * chunkSize });
  const chunks: WeakRef<Uint8Array>[] = [];
  const send = async () => {
    const chunk = new Uint8Array(chunkSize).fill(97);
    chunks.push(new WeakRef(chunk));
    await writer.write(chunk);
  };
  for (let sent = 0; sent < 50; sent += 1) await send();
  await expect
    .poll(async () => {
      await nextTurn();
      collectGarbage();
      return chunks.filter((chunk) => chunk.deref()).length;
    })
    .toBeLessThan(10);
  await writer.close();
  expect((await reading).byteLength).toBe(50 * chunkSize);
});

test("a body that stops arriving is refused at the deadline, and its rest left to the connection", async () => {
  const { request, writer } = arrivingRequest();
  const reading = readBytes(request, { bodyTimeLimit: 50, bodySizeLimit: 100 * chunkSize });
  await writer.write(new Uint8Array(2 * chunkSize));
  await expect(reading).rejects.toMatchObject({ code: "timeout" });
  const rest = request.body?.getReader().read();
  await writer.write(new Uint8Array(1));
  expect((await rest)?.value).toHaveLength(1);
});
