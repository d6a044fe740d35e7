/** A task whose files belong on another file system than this machine's disk in; the files there, each written once, out. */
import { randomUUID } from "node:crypto";
import { readFile, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { ServiceError } from "../../client/serviceError.ts";
import type { Task } from "../../tasks/task.ts";
import type { ChosenTarget } from "./wish.ts";

/** Lies beside the received files until they are delivered, and alone from then on: the addresses of the delivered files. */
const receiptName = "delivered.json";
const receiptSchema = z.array(z.string());

/** A target on this machine, in the extension's own storage, from which the files go on to `destination`. */
export function targetElsewhere(storage: string, destination: vscode.Uri, pattern: string): ChosenTarget {
  return { folder: path.join(storage, "underway", randomUUID()), pattern, destination: destination.toString() };
}

/** The folder on another file system that the task's files belong in; undefined: they stay where they were saved. */
export function destinationOf(task: Task): vscode.Uri | undefined {
  const { destination } = task.origin;
  return typeof destination === "string" ? vscode.Uri.parse(destination, true) : undefined;
}

/** Where the task's files are now. */
export async function locateArtifacts(task: Task): Promise<vscode.Uri[]> {
  return (await readReceipt(task)) ?? task.artifacts.map((artifact) => vscode.Uri.file(artifact.path));
}

export async function isUnderway(task: Task): Promise<boolean> {
  return (
    task.state === "saved" && task.artifacts.length > 0 && destinationOf(task) !== undefined && (await readReceipt(task)) === undefined
  );
}

/** Deliveries follow each other, so that two files never choose the same name. */
let lastDelivery: Promise<unknown> = Promise.resolve();

/**
 * Writes the files to where they belong, unless they are there already. What was received is removed only after that.
 * @param elsewhere instead of the folder that the task remembers.
 * @throws ServiceError `disk` where the other file system refuses; nothing is lost then, and this can be called again.
 */
export function deliverArtifacts(task: Task, elsewhere?: vscode.Uri): Promise<vscode.Uri[]> {
  const delivery = lastDelivery.then(async () => {
    const destination = elsewhere ?? destinationOf(task);
    if (destination === undefined || !(await isUnderway(task))) return locateArtifacts(task);
    try {
      return await copyAll(task, destination);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ServiceError({ kind: "disk", message: `${reason} (${destination.toString(true)})`, cause: error });
    }
  });
  lastDelivery = delivery.catch(() => undefined);
  return delivery;
}

async function copyAll(task: Task, destination: vscode.Uri): Promise<vscode.Uri[]> {
  const root = await realpath(task.target.folder);
  const delivered: vscode.Uri[] = [];
  for (const artifact of task.artifacts) {
    const segments = path.relative(root, artifact.path).split(path.sep);
    const file = await findFreeName(vscode.Uri.joinPath(destination, ...segments));
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
    await vscode.workspace.fs.writeFile(file, await readFile(artifact.path));
    delivered.push(file);
  }
  await writeFile(path.join(root, receiptName), JSON.stringify(delivered.map((file) => file.toString())));
  await Promise.all(task.artifacts.map((artifact) => rm(artifact.path, { force: true })));
  return delivered;
}

async function findFreeName(wished: vscode.Uri): Promise<vscode.Uri> {
  const { dir, name, ext } = path.posix.parse(wished.path);
  for (let count = 1; ; count += 1) {
    const file = wished.with({ path: path.posix.join(dir, `${name}${count === 1 ? "" : `-${count}`}${ext}`) });
    if (!(await exists(file))) return file;
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return false;
    throw error;
  }
}

async function readReceipt(task: Task): Promise<vscode.Uri[] | undefined> {
  if (destinationOf(task) === undefined) return undefined;
  const text = await readFile(path.join(task.target.folder, receiptName), "utf8").catch(() => undefined);
  return text === undefined ? undefined : receiptSchema.parse(JSON.parse(text)).map((address) => vscode.Uri.parse(address, true));
}
