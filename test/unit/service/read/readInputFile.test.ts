/** Attached files as data URIs and base64. */
import { expect, test } from "vitest";
import type { LoadFile } from "../../../../src/service/read/fetchFile.ts";
import { InputFiles, publicLink } from "../../../../src/service/read/readInputFile.ts";

const download: LoadFile = async () => {
  throw new Error("Nothing is downloaded here.");
};

const load = (source: string, bareBase64 = false) => {
  const files = new InputFiles("input");
  files.add({ source, part: "file", bareBase64 });
  return files.load(download);
};

test("a data URI has its media type and bytes, whatever its parameters and white space", async () => {
  const [file] = await load("DATA:Text/Plain;charset=utf-8;base64,aGVy\n b24=");
  expect(file).toMatchObject({ mediaType: "text/plain", part: "file" });
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe("heron");
});

test("a data URI without a type, and plain base64, have an unknown type", async () => {
  expect((await load("data:;base64,aGVyb24="))[0]?.mediaType).toBe("application/octet-stream");
  expect((await load("aGVyb24=", true))[0]?.mediaType).toBe("application/octet-stream");
});

test.each([
  "data:text/plain,heron",
  "data:text/plain;base64,",
  "data:text/plain;base64,*",
  "aGVyb24=",
  "ftp://example.com/a",
  "file:///etc/passwd",
  "",
])("%j is refused", async (source) => {
  await expect(load(source)).rejects.toMatchObject({ code: "invalid_request", param: "input" });
});

test("the files keep the order of the request", async () => {
  const files = new InputFiles("input");
  for (const name of ["a", "b", "c"]) files.add({ source: "data:text/plain;base64,aGVyb24=", part: "file", name });
  expect((await files.load(download)).map((file) => file.name)).toEqual(["a", "b", "c"]);
});

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
