/** Files are extracted from an answer, and other strings are kept, however the answer arrives. */
import { randomBytes, randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { wholeOf } from "../../../../src/providers/fileContent.ts";
import { collectFiles, createFileTaker } from "../../../../src/providers/files/answeredFiles.ts";

/** `sizes` of the pieces in which it arrives, repeated. */
async function takeText(text: string, sizes: readonly number[]) {
  const json = Buffer.from(text);
  const { result, files } = await collectFiles("image", async () => {
    const taker = createFileTaker(json.length);
    if (!taker) return json;
    for (let at = 0, index = 0; at < json.length; index += 1) {
      const end = at + (sizes[index % sizes.length] ?? 1);
      taker.add(json.subarray(at, end));
      at = end;
    }
    return taker.end();
  });
  return { result: result.toString(), files };
}

/** The files extracted from an answer. */
async function take(answer: unknown, sizes: readonly number[]): Promise<{ files: Buffer[]; base64: (string | undefined)[] }> {
  const { files } = await takeText(JSON.stringify(answer), sizes);
  return {
    files: await Promise.all([...files.values()].map(async ({ content }) => Buffer.from(await wholeOf(content)))),
    base64: [...files.values()].map(({ base64 }) => base64 && Buffer.concat(base64).toString()),
  };
}

const pieces = [
  ["at once", [1024 ** 2]],
  ["in pieces of a socket", [65_536]],
  ["in pieces of any length", [1, 2, 3, 5, 70_001, 4, 6, 30_011]],
  ["with a break behind the first escape", [10, 200_000]],
  ["with a break behind the first padding", [120_013, 200_000]],
] as const;

test.each([100_000, 100_001, 100_002].flatMap((size) => pieces.map(([name, sizes]) => ({ size, name, sizes }))))(
  "a file of $size bytes that arrives $name is replaced by a name",
  async ({ size, sizes }) => {
    const files = [randomBytes(size), randomBytes(size)];
    const answer = { created: 1, data: files.map((file) => ({ b64_json: file.toString("base64"), revised: 'a "böat\\"' })) };
    const { result, files: taken } = await takeText(JSON.stringify(answer), sizes);
    const read: typeof answer = JSON.parse(result);
    expect(result.length).toBeLessThan(500);
    const found = read.data.map(({ b64_json }) => taken.get(b64_json));
    for (const [index, file] of files.entries()) {
      expect(file.equals(await wholeOf(found[index]?.content ?? Buffer.alloc(0)))).toBe(true);
      expect(Buffer.concat(found[index]?.base64 ?? []).toString() === file.toString("base64")).toBe(true);
    }
    expect(read.data.map(({ revised }) => revised)).toEqual(['a "böat\\"', 'a "böat\\"']);
  },
);

const base64 = "QUJD".repeat(30_000);

test.each(
  [
    ["is small", "QUJD".repeat(1000)],
    ["is a text", "word ".repeat(30_000)],
    ["is a data URI", `data:image/png;base64,${base64}`],
    ["has base64 in quotes inside of it", `see "${base64}"`],
    ["begins with a quote", `"${base64}`],
    ["ends with a quote", `${base64}"`],
    ["is in lines", base64.replace(/.{76}/g, "$&\n")],
    ["is base64 with more of it behind its padding", `${base64}QQ==${base64}`],
    ["is base64 but for its last character", `${base64}QUJ*`],
    ["is base64 of a length that there is not", `${base64}Q`],
  ].flatMap(([name, text]) => pieces.map(([how, sizes]) => ({ name, text, how, sizes }))),
)("a string that $name and arrives $how is kept", async ({ text, sizes }) => {
  const json = JSON.stringify({ text, more: "x" });
  const { result, files } = await takeText(json, sizes);
  expect(files.size).toBe(0);
  expect(result === json).toBe(true);
});

test("base64 in a non-canonical form is a file, and its characters are not passed on", async () => {
  const file = Buffer.from([0xfb, 0xff, 0xfe, ...randomBytes(100_002)]);
  for (const [text, bytes] of [
    [file.toString("base64url"), file],
    [`${base64}QQ`, Buffer.from(`${base64}QQ`, "base64")],
    [`${base64}QR==`, Buffer.from(`${base64}QQ==`, "base64")],
  ] as const) {
    const { files, base64: passedOn } = await take({ text }, [50_000]);
    expect(files.map((found) => found.equals(bytes))).toEqual([true]);
    expect(passedOn).toEqual([undefined]);
  }
  const canonical = `${base64}QQ==`;
  expect((await take({ canonical }, [50_000])).base64[0] === canonical).toBe(true);
});

test("an answer that is truncated or not JSON is unchanged, byte for byte", async () => {
  for (let round = 0; round < 30; round += 1) {
    const noise = randomBytes(100_000).toString("latin1");
    for (const text of [`{"b64_json":"${base64}`, `${base64}`, `"${base64}\\`, noise, `${"\\".repeat(randomInt(9))}"${base64}x"`]) {
      const { result, files } = await takeText(text, [randomInt(1, 90_000), randomInt(1, 90_000)]);
      expect(result === text).toBe(true);
      expect(files.size).toBe(0);
    }
  }
});

test("nothing is extracted outside a call that collects files", () => {
  expect(createFileTaker(1024 ** 2)).toBeUndefined();
});
