/** Reads a file's metadata about how it was generated. */
import * as vscode from "vscode";
import type { FileMetadata } from "../../media/metadata/readFileMetadata.ts";

/** Bytes of a file on another file system, which can only be read as a whole. */
const largestElsewhere = 64 * 1024 * 1024;

/**
 * undefined: the file has no such metadata, or its format is not supported.
 * @throws the file system's error. In a restricted workspace, whose files are not read, an error with a message for the user.
 */
export async function readMetadata(file: vscode.Uri): Promise<FileMetadata | undefined> {
  if (!vscode.workspace.isTrusted) {
    throw new Error(
      vscode.l10n.t("Files of the workspace are not read in Restricted Mode. Trust the workspace to see how they were made."),
    );
  }
  const [{ readFileMetadata }, { openFileSource, sourceOfBytes }] = await Promise.all([
    import("../../media/metadata/readFileMetadata.ts"),
    import("../../media/files/byteSource.ts"),
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
