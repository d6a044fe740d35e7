/** The beginning of files, as the GGUF specification writes them. */
import { expect, test } from "vitest";
import { readGguf } from "../../../../src/providers/local/readGguf.ts";
import { writeBigramModel } from "../../../providers/bigramModel.ts";

const model = writeBigramModel("The lighthouse is red. The sea is blue.");
const facts = { name: "bigrams", license: "mit", context: 4096, architecture: "llama" };

test("reads the facts at the beginning, also where the vocabulary is missing", () => {
  expect(readGguf(model)).toEqual(facts);
  const vocabulary = model.indexOf("tokenizer.ggml.tokens");
  for (const end of [vocabulary, vocabulary + 30, vocabulary + 2000]) expect(readGguf(model.subarray(0, end))).toEqual(facts);
});

test("skips lists and fields of every type before them", () => {
  const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
  const u64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
  const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
  // The numbers of the types: GGUF specification, `gguf_metadata_value_type`.
  const fixed = [1, 1, 2, 2, 4, 4, 4, 1, 8, 8, 8];
  const types = [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
  const others = types.map((type, index) => Buffer.concat([text(`a.${type}`), u32(type), Buffer.alloc(fixed[index] ?? 0)]));
  const list = Buffer.concat([text("general.tags"), u32(9), u32(8), u64(2), text("one"), text("two")]);
  const nested = Buffer.concat([text("a.nested"), u32(9), u32(9), u64(1), u32(5), u64(3), Buffer.alloc(12)]);
  const license = Buffer.concat([text("general.license"), u32(8), text("apache-2.0")]);
  const head = Buffer.concat([Buffer.from("GGUF"), u32(3), u64(0), u64(others.length + 3)]);
  expect(readGguf(Buffer.concat([head, ...others, list, nested, license]))?.license).toBe("apache-2.0");
});

test("is no model: another format, an older version, the beginning alone", () => {
  const old = Buffer.from(model);
  old.writeUInt32LE(1, 4);
  for (const bytes of [Buffer.from("PK\u0003\u0004".padEnd(64)), old, model.subarray(0, 20), Buffer.alloc(0)])
    expect(readGguf(bytes)).toBeUndefined();
});

test("survives lengths beyond the end", () => {
  const broken = Buffer.from(model);
  broken.writeBigUInt64LE(2n ** 63n, 24);
  expect(readGguf(broken)).toMatchObject({ license: undefined });
});
