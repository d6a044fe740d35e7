/** The URLs of files that may be passed on to a provider. */
import { expect, test } from "vitest";
import { publicLink } from "../../../../src/service/read/publicLink.ts";

test("a public https URL can be loaded by a provider", () => {
  expect(publicLink("https://example.org/boats/boat 1.png?width=200")).toBe("https://example.org/boats/boat%201.png?width=200");
});

test.each([
  "http://example.org/boat.png",
  "https://user:secret@example.org/boat.png",
  "https://localhost/boat.png",
  "https://127.0.0.1/boat.png",
  "https://192.168.1.5/boat.png",
  "https://[fd00::1]/boat.png",
  "https://intranet/boat.png",
  "data:image/png;base64,QUJD",
])("%s cannot", (source) => {
  expect(publicLink(source)).toBeUndefined();
});
