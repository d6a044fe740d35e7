/** What the image editor says after a request. */
import { expect, test } from "vitest";
import { changePage, firstPage } from "../../../../src/webview/imageEditor/pageState.ts";

test("what is said of a stopped request is shown until the next one begins", () => {
  const running = changePage(firstPage, { type: "running", note: "waiting" });
  const stopped = changePage(running, { type: "ended", results: [], note: "It may be billed." });
  expect(stopped).toMatchObject({ running: undefined, note: "It may be billed." });
  expect(changePage(stopped, { type: "running", note: "waiting" }).note).toBeUndefined();
  expect(changePage(changePage(stopped, { type: "running", note: "" }), { type: "ended", results: [] }).note).toBeUndefined();
});
