/** Runs a command for each media kind over each interface version and checks the decoded files. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type InterfaceVersion, interfaceVersions, type MediaKind, mediaKinds } from "../../src/contract/kind.ts";
import type { Task } from "../../src/generations/task.ts";
import { type Media, probeMedia } from "./probeMedia.ts";

export interface Cell {
  kind: MediaKind;
  interface: InterfaceVersion;
}

export const cells: readonly Cell[] = mediaKinds.flatMap((kind) => interfaceVersions.map((version) => ({ kind, interface: version })));

export const modelOf = { image: "demo-image", audio: "flite", video: "demo-video" } as const;

/** Options for small files, which are generated quickly. */
export const optionsOf = {
  image: { size: "96x64" },
  audio: { voice: "rms", format: "wav", speed: 2 },
  video: { size: "9:16", quality: "480p", duration: 1 },
} as const;

/** Arguments for every command: it asks nothing and opens nothing in front of the editor. */
export function givenFor(cell: Cell, folder: string): object {
  return { model: modelOf[cell.kind], options: optionsOf[cell.kind], interface: cell.interface, folder, show: false };
}

/** `generateImage…` and its counterparts. */
export function commandOf(kind: MediaKind, ending: string): string {
  return `generate${kind[0]?.toUpperCase()}${kind.slice(1)}${ending}`;
}

export interface Begun {
  tasks: PromiseLike<Task[]>;
  /** The document from which the command read. */
  document?: vscode.TextDocument;
}

export interface Outcome {
  cell: Cell;
  tasks: Task[];
  document: vscode.TextDocument | undefined;
}

/** Starts a command for each cell, one after the other because each reads the active editor, then waits for all of them. */
export async function runInCells(chosen: readonly Cell[], begin: (cell: Cell) => Promise<Begun>): Promise<Outcome[]> {
  const running: Promise<Outcome>[] = [];
  for (const cell of chosen) {
    const { tasks, document } = await begin(cell);
    running.push(Promise.resolve(tasks).then((ended) => ({ cell, tasks: ended, document })));
    // By then, the command has read the editor, so that another document can be shown.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Promise.all(running);
}

/** Checks that every task is saved over the right interface and that a decoder finds the requested format. Returns the files. */
export async function checkFiles({ cell, tasks }: Outcome): Promise<string[]> {
  const label = `${cell.kind} over ${cell.interface}`;
  const files: string[] = [];
  for (const task of tasks) {
    assert.equal(task.state, "saved", `${label}: ${task.error?.message}`);
    assert.equal(task.interface, cell.interface, label);
    if (cell.interface === "v2") {
      // The built-in voice is free.
      const isFree = cell.kind === "audio";
      assert.ok(isFree ? task.cost?.amount === 0 : (task.cost?.amount ?? 0) > 0, `${label} tells the cost`);
    }
    assert.equal(task.artifacts.length, 1, label);
    const file = task.artifacts[0]?.path ?? "";
    checkMedia(cell.kind, await probeMedia(file), label);
    files.push(file);
  }
  return files;
}

/** Checks the properties that `optionsOf` requests. */
function checkMedia(kind: MediaKind, media: Media, label: string): void {
  assert.equal(media.kind, kind, label);
  switch (kind) {
    case "image":
      assert.deepEqual([media.width, media.height], [96, 64], label);
      break;
    case "audio":
      assert.equal(media.format, "wav", label);
      assert.ok((media.seconds ?? 0) > 0.2, `${label}: ${media.seconds} s`);
      break;
    case "video":
      assert.ok(media.width === 480 && (media.height ?? 0) > 480, `${label}: ${media.width} × ${media.height}`);
      assert.ok(Math.abs((media.seconds ?? 0) - 1) < 0.2, `${label}: ${media.seconds} s`);
  }
}

/** Undoes the last step in the document. */
export async function undoIn(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand("undo");
}
