/** Writes what changed in a Git repository since the last commit as one diff of each file. */
import path from "node:path";
import type * as vscode from "vscode";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";
import { longestContext } from "./joinTexts.ts";

/** Of the extension's `Status`: a file that was never added. Source: vscode/extensions/git/src/api/git.d.ts. */
const untracked = 7;
/** Each diff is a process of Git. */
const mostAtOnce = 8;
/** Bytes; a larger new file is named alone. */
const largestNewFile = 1_000_000;

/** Of a file that was renamed, all three differ or are equal in pairs. */
interface Change {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri: vscode.Uri | undefined;
  readonly status: number;
}

/** What is used of a repository in the API of VS Code's extension, version 1. Source: vscode/extensions/git/src/api/git.d.ts. */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    /** `commit` is missing before the first one. */
    readonly HEAD: { readonly commit?: string } | undefined;
    readonly indexChanges: readonly Change[];
    readonly mergeChanges: readonly Change[];
    readonly workingTreeChanges: readonly Change[];
    readonly untrackedChanges: readonly Change[];
  };
  status(): Promise<void>;
  diffWith(ref: string, path: string): Promise<string>;
}

export interface Changes {
  /** One for each file. */
  texts: string[];
  /** How many files are not described, since a text has an end and each costs a process. */
  left: number;
}

type ReadFiles = Pick<vscode.FileSystem, "readFile" | "stat">;

/** A file that was never added, as Git would show it. One that cannot be read is named alone, as a repository in the repository. */
async function describeNewFile(root: vscode.Uri, uri: vscode.Uri, files: ReadFiles): Promise<string> {
  const name = path.posix.relative(root.path, uri.path);
  const head = `diff --git a/${name} b/${name}\nnew file`;
  try {
    const { size } = await files.stat(uri);
    if (size > largestNewFile) return `${head}\nLarge file of ${size} bytes`;
    const { attachment, content } = attachBytes(name, await files.readFile(uri));
    if (attachment.kind !== "text") return `${head}\nBinary file`;
    const lines = Buffer.from(content ?? [])
      .toString()
      .replace(/\n$/, "")
      .split("\n");
    return `${head}\n--- /dev/null\n+++ b/${name}\n${lines.map((line) => `+${line}`).join("\n")}`;
  } catch {
    return head;
  }
}

/** The reason that Git gave, or the error's own. */
export function reasonOf(error: unknown): string {
  const said = typeof error === "object" && error !== null && "stderr" in error && typeof error.stderr === "string" ? error.stderr : "";
  const line = said.split("\n").find((one) => one.trim() !== "");
  return (line ?? (error instanceof Error ? error.message : String(error))).trim().replace(/\.$/, "");
}

/** Rejects with the error of the extension. */
export async function describeChanges(repository: GitRepository, files: ReadFiles): Promise<Changes> {
  await repository.status();
  const { HEAD, indexChanges, mergeChanges, workingTreeChanges, untrackedChanges } = repository.state;
  const isNew = ({ status }: Change) => status === untracked || HEAD?.commit === undefined;
  const all = [...indexChanges, ...mergeChanges, ...workingTreeChanges, ...untrackedChanges];
  const changed = all.filter((change) => !isNew(change)).flatMap(({ uri, originalUri, renameUri = uri }) => [uri, originalUri, renameUri]);
  const added = new Map(all.filter(isNew).map(({ uri }) => [uri.path, uri]));
  const work = [
    ...[...new Set(changed.map(({ fsPath }) => fsPath))]
      .sort()
      .map((file) => async () => (await repository.diffWith("HEAD", file)).trimEnd()),
    ...[...added.values()].map((uri) => () => describeNewFile(repository.rootUri, uri, files)),
  ];
  const texts: string[] = [];
  let length = 0;
  while (work.length > 0 && length <= longestContext) {
    const described = await Promise.all(work.splice(0, mostAtOnce).map((describe) => describe()));
    texts.push(...described.filter((text) => text !== ""));
    length += described.reduce((sum, text) => sum + text.length, 0);
  }
  return { texts, left: work.length };
}
