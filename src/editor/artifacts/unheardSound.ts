/** The sound of a file that VS Code cannot play, which its pages and editors then say. */
import * as vscode from "vscode";
import { formatOfName } from "../../contract/fileFormats.ts";
import { isSilentInDesktop } from "../../contract/viewedByEditor.ts";

/** The name of its codec; undefined: it plays, there is none, or the file is not on this machine. */
export async function findUnheardSound(uri: vscode.Uri): Promise<string | undefined> {
  if (vscode.env.appHost !== "desktop" || uri.scheme !== "file" || !hasSound(uri)) return undefined;
  const [{ findSoundCodec }, { openFileSource }] = await Promise.all([
    import("../../media/files/soundCodec.ts"),
    import("../../media/files/byteSource.ts"),
  ]);
  const source = await openFileSource(uri.fsPath).catch(() => undefined);
  if (source === undefined) return undefined;
  try {
    const codec = await findSoundCodec(source);
    return codec !== undefined && isSilentInDesktop(codec) ? codec : undefined;
  } catch {
    // A damaged file.
    return undefined;
  } finally {
    await source.close();
  }
}

/** A HEIF image consists of the same boxes as an MP4 file, but has no sound. */
function hasSound(uri: vscode.Uri): boolean {
  const kind = formatOfName(uri.path)?.kind;
  return kind !== undefined && kind !== "document" && kind !== "image";
}
