/** Reads what the beginning of a GGUF file says about its model. Source: the GGUF specification, versions 2 and 3. */

export interface GgufFacts {
  name: string | undefined;
  /** As the file writes it, usually an SPDX identifier. */
  license: string | undefined;
  /** Tokens that the model was trained to read. */
  context: number | undefined;
  architecture: string | undefined;
}

/** Sizes of the values with a fixed one, by the number of their type. */
const sizes: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const textType = 8;
const listType = 9;

/** `bytes`: the beginning. Fields behind its end are unknown: the long ones, such as the vocabulary, come last. undefined: it is no GGUF. */
export function readGguf(bytes: Uint8Array): GgufFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 24 || view.getUint32(0, false) !== 0x47475546) return undefined;
  const version = view.getUint32(4, true);
  if (version < 2 || version > 3) return undefined;
  const fields = readFields(view, Number(view.getBigUint64(16, true)));
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const architecture = text("general.architecture");
  const context = fields.get(`${architecture}.context_length`);
  return {
    name: text("general.name"),
    license: text("general.license.name") ?? text("general.license"),
    context: typeof context === "number" && context > 0 ? context : undefined,
    architecture,
  };
}

/** Texts and whole numbers, until the bytes end or a type is unknown. */
function readFields(view: DataView, count: number): Map<string, string | number> {
  const fields = new Map<string, string | number>();
  let position = 24;
  const length = () => {
    const value = Number(view.getBigUint64(position, true));
    position += 8;
    return value;
  };
  const readText = () => {
    const size = length();
    if (position + size > view.byteLength) throw new RangeError("The bytes end.");
    const text = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + position, size));
    position += size;
    return text;
  };
  const readType = () => {
    const type = view.getUint32(position, true);
    position += 4;
    return type;
  };
  const skip = (type: number, depth = 0): void => {
    const size = sizes[type];
    if (size !== undefined) position += size;
    else if (type === textType) {
      const bytes = length();
      position += bytes;
    } else if (type === listType && depth < 4) skipList(depth);
    else throw new RangeError("The type is unknown.");
    if (position > view.byteLength) throw new RangeError("The bytes end.");
  };
  const skipList = (depth: number): void => {
    const type = readType();
    const entries = length();
    const size = sizes[type];
    if (size !== undefined) position += size * entries;
    else for (let entry = 0; entry < entries; entry += 1) skip(type, depth + 1);
  };
  try {
    for (let index = 0; index < count; index += 1) {
      const name = readText();
      const type = readType();
      if (type === textType) fields.set(name, readText());
      else if (type === 4 || type === 5) {
        fields.set(name, view.getUint32(position, true));
        position += 4;
      } else if (type === 10 || type === 11) fields.set(name, length());
      else skip(type);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return fields;
}
