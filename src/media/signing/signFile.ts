/**
 * Signs a generated file with Content Credentials (C2PA), with the user's certificate and an implementation that the user has installed. Nothing
 * of it is in this product.
 */
import { constants, copyFile, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FileFormat, FormatName } from "../../contract/fileFormats.ts";
import { t } from "../../contract/translate.ts";
import { openFileSource } from "../files/byteSource.ts";
import { hashFile } from "../files/hashFile.ts";
import { recognize } from "../files/recognize.ts";
import type { FinishedFile, StatedOrigin } from "../metadata/finishFile.ts";
import { readFileMetadata } from "../metadata/readFileMetadata.ts";
import { readSigningIdentity, type SigningOptions } from "./identity.ts";
import { describeManifest } from "./manifest.ts";
import { SigningError } from "./signingError.ts";
import { signWithPackage } from "./signWithPackage.ts";
import { signWithProgram } from "./signWithProgram.ts";

/** Those in which both implementations write credentials, except TIFF, which libvips then refuses. Source: c2pa-rs, "Supported file formats". */
const signedFormats: ReadonlySet<FormatName> = new Set([
  ...(["avif", "gif", "heic", "heif", "jpg", "jxl", "png", "svg", "webp"] as const),
  ...(["flac", "m4a", "mov", "mp3", "mp4", "wav"] as const),
]);

/**
 * Replaces a file that is not in use yet by the same file with credentials.
 * @returns undefined: it has credentials already, or a format that cannot have any.
 * @throws SigningError or the file system's error; then the file is unchanged.
 */
export async function signFile(
  file: string,
  stated: Pick<StatedOrigin, "model" | "isProcedural">,
  options: SigningOptions,
): Promise<FinishedFile | undefined> {
  const { format, hasCredentials } = await inspect(file);
  if (format === undefined || !signedFormats.has(format.format) || hasCredentials) return undefined;
  const identity = await readSigningIdentity(options);
  // Programs know formats by their usual endings.
  const [input, output] = [`${file}.unsigned.${format.ending}`, `${file}.signed.${format.ending}`];
  const { tool = "c2patool" } = options;
  try {
    await copyFile(file, input, constants.COPYFILE_FICLONE);
    const paths = [input, output] as const;
    if (await isFolder(tool)) await signWithPackage(tool, options, identity, describeManifest(stated), paths, format.mediaType);
    else await signWithProgram(tool, options, identity, describeManifest(stated), paths);
    const isSigned = await inspect(output).then(
      ({ hasCredentials: has }) => has,
      () => false,
    );
    if (!isSigned) throw new SigningError("refused", t("{0} wrote no Content Credentials.", tool));
    await rename(output, file);
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  } finally {
    await rm(input, { force: true });
  }
  return { size: (await stat(file)).size, sha256: await hashFile(file) };
}

/** The same for what is not in a file: `write` writes it into a temporary one, and `read` reads the signed one. undefined: see `signFile`. */
export async function signCopy<Signed>(
  { write, read }: { write(file: string): Promise<unknown>; read(file: string): Promise<Signed> },
  stated: Pick<StatedOrigin, "model" | "isProcedural">,
  options: SigningOptions,
): Promise<Signed | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-signing-"));
  try {
    const file = path.join(folder, "file");
    await write(file);
    return (await signFile(file, stated, options)) === undefined ? undefined : await read(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** undefined: see `signFile`. */
export function signBytes(
  bytes: Uint8Array,
  stated: Pick<StatedOrigin, "model" | "isProcedural">,
  options: SigningOptions,
): Promise<Uint8Array | undefined> {
  return signCopy({ write: (file) => writeFile(file, bytes), read: (file) => readFile(file) }, stated, options);
}

async function inspect(file: string): Promise<{ format: FileFormat | undefined; hasCredentials: boolean }> {
  const source = await openFileSource(file);
  try {
    const metadata = await readFileMetadata(source);
    return { format: await recognize(source), hasCredentials: metadata?.credentials !== undefined };
  } finally {
    await source.close();
  }
}

async function isFolder(tool: string): Promise<boolean> {
  return stat(tool).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
