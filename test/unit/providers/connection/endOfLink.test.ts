/** Until when signed links are valid. The addresses have the forms of the stores' documentation. */
import { expect, test } from "vitest";
import { endOfLink } from "../../../../src/providers/connection/endOfLink.ts";

test.each([
  ["Amazon S3", "https://b.s3.amazonaws.com/x?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20261128T120000Z&X-Amz-Expires=600", "12:10:00"],
  ["Amazon S3, version 2", "https://b.s3.amazonaws.com/x?AWSAccessKeyId=A&Expires=1795867800&Signature=s", "12:10:00"],
  ["Google Cloud", "https://storage.googleapis.com/b/x?X-Goog-Date=20261128T120000Z&X-Goog-Expires=600", "12:10:00"],
  ["Azure", "https://a.blob.core.windows.net/x?se=2026-11-28T12%3A10%3A00Z&sp=r&sv=2024-11-04&sig=s", "12:10:00"],
  ["a link without a date", "https://v3.fal.media/files/x.png?e=medium", undefined],
])("%s", (_, link, time) => {
  const expected = time === undefined ? undefined : Date.parse(`2026-11-28T${time}Z`);
  expect(endOfLink(new URL(link))).toBe(expected);
});
