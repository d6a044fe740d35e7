/** Reads what a file says of how it was made. */
import * as vscode from "vscode";
import type { FileMetadata } from "../../library/metadata/readFileMetadata.ts";

/** Bytes of a file that is not on this machine's disk: it has to be read as a whole. */
const largestElsewhere = 64 * 1024 * 1024;

/**
 * undefined: it says nothing, or it is another format.
 * @throws the file system's error. In a restricted workspace, a sentence for the user: its files are not read.
 */
export async function readMetadata(file: vscode.Uri): Promise<FileMetadata | undefined> {
  if (!vscode.workspace.isTrusted) {
    throw new Error(vscode.l10n.t("Files of the workspace are not read in Restricted Mode. Trust the workspace to see what they say."));
  }
  const [{ readFileMetadata }, { openFileSource, sourceOfBytes }] = await Promise.all([
    import("../../library/metadata/readFileMetadata.ts"),
    import("../../mediaFiles/byteSource.ts"),
  ]);
  const { fs } = vscode.workspace;
  if (file.scheme !== "file") {
    const isSmall = (await fs.stat(file)).size <= largestElsewhere;
    return isSmall ? readFileMetadata(sourceOfBytes(await fs.readFile(file))) : undefined;
  }
  const source = await openFileSource(file.fsPath);
  try {
    return await readFileMetadata(source);
  } finally {
    await source.close();
  }
}
