/** Encodes a file as base64 for the messages to the host. */

/** Bytes per call of `String.fromCharCode`, because the number of arguments is limited. */
const sliceBytes = 0x8000;

export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let start = 0; start < bytes.length; start += sliceBytes)
    binary += String.fromCharCode(...bytes.subarray(start, start + sliceBytes));
  return btoa(binary);
}
