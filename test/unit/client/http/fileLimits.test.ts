/** Files over the limits are refused before they are uploaded. */
import { expect, test } from "vitest";
import { checkFileLimits } from "../../../../src/client/http/checkFileLimits.ts";
import type { V2Request } from "../../../../src/contract/v2.ts";
import { createTestClient, errorOf } from "../testClient.ts";
import { jsonAnswer, startRawServer } from "./rawServer.ts";

const file = (file_data: string) => ({ type: "input_file" as const, file_data });
const inline = (bytes: number) => file(`data:image/png;base64,${Buffer.alloc(bytes).toString("base64")}`);
const withFiles = (files: V2Request["content"]): V2Request => ({
  type: "out_image",
  ai: { model: "m" },
  content: [{ type: "input_text", text: "x" }, ...files],
});
const times = (count: number, part: V2Request["content"][number]) => Array.from({ length: count }, () => part);
const startServer = () => startRawServer(() => jsonAnswer(200, { message: "accepted", task_id: "t" }));

test.each([
  ["11 files", times(11, inline(3)), "The request has 11 files. A request takes at most 10 files. Nothing was sent."],
  [
    "11 addresses",
    times(11, file("https://example.com/a.png")),
    "The request has 11 files. A request takes at most 10 files. Nothing was sent.",
  ],
  [
    "more than 10 MB",
    [inline(5_000_000), inline(5_000_001)],
    "The request has 10.1 MB of files. A request takes at most 10 MB of files. Nothing was sent.",
  ],
])("%s over v2 are refused with the limit before anything is sent", async (_, files, message) => {
  await using server = await startServer();
  const client = createTestClient(server.baseUrl);
  const error = await errorOf(client.submitTask({ interface: "v2", kind: "image", body: withFiles(files) }));
  expect(error).toMatchObject({ kind: "invalidRequest", param: "content[].file_data", message, maybeAccepted: false });
  expect(server.requests).toEqual([]);
  await client.close();
});

test.each([
  ["10 files", times(10, inline(3))],
  ["10 MB to the byte", [inline(9_999_998), inline(1), inline(1)]],
])("%s over v2 are not refused", (_, files) => {
  expect(() => checkFileLimits(withFiles(files))).not.toThrow();
});
