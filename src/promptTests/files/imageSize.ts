/** Width and height of an image, from its header. */
export interface ImageSize {
  width: number;
  height: number;
}

/** undefined: not an image of these formats, or it is cut off. */
export function findImageSize(bytes: Buffer, format: string): ImageSize | undefined {
  try {
    return readSize(bytes, format);
  } catch (error) {
    // The header ends before the size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readSize(bytes: Buffer, format: string): ImageSize | undefined {
  switch (format) {
    case "png":
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    case "gif":
      return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    case "bmp":
      return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
    case "jpg":
      return readJpeg(bytes);
    case "webp":
      return readWebp(bytes);
    case "avif":
    case "heic":
    case "heif":
      return readSpatialExtent(bytes);
    default:
      return undefined;
  }
}

/** The first start of a frame. Source: ITU-T T.81, B.1.1.3. */
function readJpeg(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
      if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return undefined;
}

/** Source: RFC 9649, 2.5 to 2.7. */
function readWebp(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** The largest of the image's items: thumbnails have a size too. Source: ISO/IEC 23008-12, 6.5.3. */
function readSpatialExtent(bytes: Buffer): ImageSize | undefined {
  const sizes: ImageSize[] = [];
  for (let at = bytes.indexOf("ispe"); at !== -1; at = bytes.indexOf("ispe", at + 4)) {
    sizes.push({ width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) });
  }
  return sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
}
