/** Describes the changes in a Git repository since the last commit, with one diff per file. */

import path from "node:path";
import type * as vscode from "vscode";
import { errorText } from "../../../contract/errorText.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";
import { judge } from "../../../disclosure/judge.ts";
import { locate } from "../../../disclosure/readToSend.ts";
import { longestContext } from "./joinTexts.ts";

/** `Status` of an untracked file. Source: vscode/extensions/git/src/api/git.d.ts. */
const untracked = 7;
/** Concurrent diffs: each is a Git process. */
const mostAtOnce = 8;
/** Bytes; of a larger new file, only the name is given. */
const largestNewFile = 1_000_000;

/** The three URIs of a file are the same unless it was renamed. */
interface Change {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri: vscode.Uri | undefined;
  readonly status: number;
}

/**
 * The parts of a repository that are used, from the API of VS Code's Git extension, version 1.
 * Source: vscode/extensions/git/src/api/git.d.ts.
 */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    /** `commit` is missing before the first commit. */
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
  /** One text per file. */
  texts: string[];
  /** Number of files that are left out, because the text is limited and each diff costs a process. */
  left: number;
}

/** Takes the place of the content of a file for which the user has not asked by its name. */
const unsent = "(not attached, because it may contain secrets)";

type ReadFiles = Pick<vscode.FileSystem, "readFile" | "stat">;

/** An untracked file, as Git would show it. Of one that cannot be read, such as a nested repository, only the name is given. */
async function describeNewFile(root: vscode.Uri, uri: vscode.Uri, files: ReadFiles): Promise<string> {
  const name = path.posix.relative(root.path, uri.path);
  const head = `diff --git a/${name} b/${name}\nnew file`;
  try {
    const { size } = await files.stat(uri);
    if (size > largestNewFile) return `${head}\nLarge file of ${size} bytes`;
    const { attachment, content } = attachBytes(name, await files.readFile(uri));
    const judged = judge(Buffer.from(content ?? []).toString(), content ?? "", await locate(uri.fsPath, [root.fsPath]));
    if (judged.type !== "free") return `${head}\n${unsent}`;
    if (attachment.kind !== "text") return `${head}\nBinary file`;
    const lines = judged.content.replace(/\n$/, "").split("\n");
    return `${head}\n--- /dev/null\n+++ b/${name}\n${lines.map((line) => `+${line}`).join("\n")}`;
  } catch {
    return head;
  }
}

/** Of a link, Git shows where it leads, not what is there. */
async function describeChangedFile(repository: GitRepository, file: string): Promise<string> {
  const diff = (await repository.diffWith("HEAD", file)).trimEnd();
  const name = path.relative(repository.rootUri.fsPath, file).replaceAll("\\", "/");
  const judged = judge(diff, diff, { named: name, real: name, isNamedInside: true, isInside: true });
  return diff !== "" && judged.type !== "free" ? `diff --git a/${name} b/${name}\n${unsent}` : diff;
}

/** The reason from Git's output, or else the error's message. */
export function reasonOf(error: unknown): string {
  const said = typeof error === "object" && error !== null && "stderr" in error && typeof error.stderr === "string" ? error.stderr : "";
  const line = said.split("\n").find((one) => one.trim() !== "");
  return (line ?? errorText(error)).trim().replace(/\.$/, "");
}

/** Rejects with the Git extension's error. */
export async function describeChanges(repository: GitRepository, files: ReadFiles): Promise<Changes> {
  await repository.status();
  const { HEAD, indexChanges, mergeChanges, workingTreeChanges, untrackedChanges } = repository.state;
  const isNew = ({ status }: Change) => status === untracked || HEAD?.commit === undefined;
  const all = [...indexChanges, ...mergeChanges, ...workingTreeChanges, ...untrackedChanges];
  const changed = all.filter((change) => !isNew(change)).flatMap(({ uri, originalUri, renameUri = uri }) => [uri, originalUri, renameUri]);
  const added = new Map(all.filter(isNew).map(({ uri }) => [uri.path, uri]));
  const work = [
    ...[...new Set(changed.map(({ fsPath }) => fsPath))].sort().map((file) => () => describeChangedFile(repository, file)),
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
