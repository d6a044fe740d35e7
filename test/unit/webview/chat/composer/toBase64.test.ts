/** The encoding of files for the host. */
import { expect, test } from "vitest";
import { toBase64 } from "../../../../../src/webview/chat/composer/toBase64.ts";

test("bytes of any number and value are encoded without loss", async () => {
  for (const length of [0, 1, 2, 3, 0x8000, 0x8001, 100_003]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
    expect(Buffer.from(await toBase64(new Blob([bytes])), "base64").equals(bytes)).toBe(true);
  }
});
