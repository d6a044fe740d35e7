/** Writes a small language model, which continues each word with one that follows it in a text. Source: GGUF specification, version 3. */

/** The character that the tokenizer of llama models writes before each word. */
const space = "▁";
const special = [
  "<unk>",
  "<s>",
  "</s>",
  ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`),
];
const endToken = 2;
/** Width of the model and size of its vocabulary: each token has one direction. */
const width = 1024;
const epsilon = 1e-5;
/** Logarithm of the probability of a pair that never occurs. */
const never = -30;

const typeCodes = { u32: 4, i32: 5, f32: 6, string: 8, array: 9 } as const;

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

const string = (text: string) => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)]);
const field = (name: string, type: keyof typeof typeCodes, value: Buffer) => Buffer.concat([string(name), u32(typeCodes[type]), value]);
const list = (name: string, type: keyof typeof typeCodes, values: readonly Buffer[]) =>
  field(name, "array", Buffer.concat([u32(typeCodes[type]), u64(values.length), ...values]));

interface Tensor {
  name: string;
  dimensions: readonly number[];
  values: Float32Array;
}

/** The vocabulary, and the logarithm of the probability of each token (row) after each token (column). */
function countPairs(text: string): { tokens: string[]; rows: Float32Array } {
  const words = text.split(/\s+/).filter((word) => /^[A-Za-z][a-z-]*[.,:]?$/.test(word));
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts].toSorted((left, right) => right[1] - left[1]).slice(0, width - special.length);
  const tokens = [...special, ...frequent.map(([word]) => `${space}${word}`)];
  while (tokens.length < width) tokens.push(`<unused${tokens.length}>`);
  const indexes = new Map(tokens.map((token, index) => [token, index]));
  const pairs = new Float32Array(width * width);
  const add = (from: number, to: number) => {
    pairs[to * width + from] = (pairs[to * width + from] ?? 0) + 1;
  };
  const first = indexes.get(`${space}The`) ?? special.length;
  // Whatever the prompt ends with, an answer starts like a sentence.
  for (let token = 0; token < special.length; token += 1) add(token, first);
  for (const [position, word] of words.entries()) {
    const from = indexes.get(`${space}${word}`);
    const to = indexes.get(`${space}${words[position + 1] ?? ""}`);
    if (from !== undefined) add(from, word.endsWith(".") ? endToken : (to ?? endToken));
  }
  // RMS normalization scales a direction of length one by this factor.
  const scale = 1 / Math.sqrt(1 / width + epsilon);
  for (let from = 0; from < width; from += 1) {
    let sum = 0;
    for (let to = 0; to < width; to += 1) sum += pairs[to * width + from] ?? 0;
    for (let to = 0; to < width; to += 1) {
      const count = pairs[to * width + from] ?? 0;
      pairs[to * width + from] = (count > 0 ? Math.log(count / sum) : never) / scale;
    }
  }
  return { tokens, rows: pairs };
}

function identity(): Float32Array {
  const values = new Float32Array(width * width);
  for (let index = 0; index < width; index += 1) values[index * width + index] = 1;
  return values;
}

/** Embeddings are directions, attention and the feed-forward layer add nothing, and the output layer is the table of pairs. */
export function writeBigramModel(text: string): Buffer {
  const { tokens, rows } = countPairs(text);
  const heads = 16;
  const inner = 32;
  const zeros = (name: string, from: number, to: number): Tensor => ({
    name: `blk.0.${name}.weight`,
    dimensions: [from, to],
    values: new Float32Array(from * to),
  });
  const ones = (name: string): Tensor => ({ name: `${name}.weight`, dimensions: [width], values: new Float32Array(width).fill(1) });
  const tensors: Tensor[] = [
    { name: "token_embd.weight", dimensions: [width, width], values: identity() },
    ones("blk.0.attn_norm"),
    zeros("attn_q", width, width),
    zeros("attn_k", width, width / heads),
    zeros("attn_v", width, width / heads),
    zeros("attn_output", width, width),
    ones("blk.0.ffn_norm"),
    zeros("ffn_gate", width, inner),
    zeros("ffn_up", width, inner),
    zeros("ffn_down", inner, width),
    ones("output_norm"),
    { name: "output.weight", dimensions: [width, width], values: rows },
  ];
  const number = (name: string, value: number) => field(name, "u32", u32(value));
  const kinds = tokens.map((_, index) => (index === 0 ? 2 : index <= endToken ? 3 : index < special.length ? 6 : 1));
  const fields = [
    field("general.architecture", "string", string("llama")),
    field("general.name", "string", string("bigrams")),
    field("general.license", "string", string("mit")),
    number("llama.context_length", 4096),
    number("llama.embedding_length", width),
    number("llama.block_count", 1),
    number("llama.feed_forward_length", inner),
    number("llama.attention.head_count", heads),
    number("llama.attention.head_count_kv", 1),
    number("llama.rope.dimension_count", width / heads),
    number("llama.vocab_size", width),
    field("llama.attention.layer_norm_rms_epsilon", "f32", f32(epsilon)),
    field("tokenizer.ggml.model", "string", string("llama")),
    list("tokenizer.ggml.tokens", "string", tokens.map(string)),
    list(
      "tokenizer.ggml.scores",
      "f32",
      tokens.map((_, index) => f32(-index)),
    ),
    list("tokenizer.ggml.token_type", "i32", kinds.map(u32)),
    number("tokenizer.ggml.bos_token_id", 1),
    number("tokenizer.ggml.eos_token_id", endToken),
    number("tokenizer.ggml.unknown_token_id", 0),
  ];
  let offset = 0;
  const described = tensors.map(({ name, dimensions, values }) => {
    const bytes = [string(name), u32(dimensions.length), ...dimensions.map(u64), u32(0), u64(offset)];
    // All sizes are multiples of the alignment, 32 bytes.
    offset += values.byteLength;
    return Buffer.concat(bytes);
  });
  const head = Buffer.concat([Buffer.from("GGUF"), u32(3), u64(tensors.length), u64(fields.length), ...fields, ...described]);
  const padding = Buffer.alloc((32 - (head.length % 32)) % 32);
  return Buffer.concat([head, padding, ...tensors.map(({ values }) => Buffer.from(values.buffer))]);
}
