/** Checks the files of a completed poll, and writes into them how they were made. */

import { readFile } from "node:fs/promises";
import { missingFilesCode } from "../../client/errors/ownCodes.ts";
import { ownSentences } from "../../client/errors/ownSentences.ts";
import type { ReceivedFile } from "../../client/serviceClient.ts";
import { errorText } from "../../contract/errorText.ts";
import { inEnglish } from "../../contract/translate.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import type { StatedOrigin } from "../../media/metadata/finishFile.ts";
import type { ReceivedResult } from "../journal/journal.ts";
import { checkFiles } from "../saving/checkFiles.ts";
import type { UseFile } from "../submitOptions.ts";
import type { Task, TaskError } from "../task.ts";
import type { FileSigning, OriginOf, TasksLog } from "../taskEnvironment.ts";
import type { CompletedPoll } from "./readPoll.ts";

/** A task of this process whose first file is used and not saved. Its request is not in the journal. */
export interface UsedTask {
  request: TaskRequest;
  use: UseFile;
}

export interface FinishOptions {
  originOf: OriginOf | undefined;
  /** By task key: the tasks whose files are used in memory. */
  used: ReadonlyMap<string, UsedTask>;
  signing: FileSigning | undefined;
  log: TasksLog | undefined;
}

/** Returns the error if none of the files is one. */
export async function finishFiles(
  options: FinishOptions,
  task: Task,
  { facts, files, unreadable, cutOff }: CompletedPoll,
): Promise<Pick<ReceivedResult, "intents" | "missing"> | TaskError> {
  const checked = await checkFiles(files, task.kind, facts.reported?.format);
  const reasons = [...unreadable, ...checked.refused];
  const [reason] = reasons;
  if (reason !== undefined && checked.files.length === 0) return reason;
  const used = options.used.get(task.key);
  const [first] = checked.files;
  if (used !== undefined && first !== undefined) used.use({ bytes: await readFile(first.file.path), mediaType: first.detected.mediaType });
  const kept = used === undefined ? checked.files : [];
  const intents = await Promise.all(
    kept.map(async ({ file, detected }, position) => {
      const { size, sha256 } = await writeOrigin(file, task, options);
      return { ...detected, position, received: file.path, path: undefined, size, sha256 };
    }),
  );
  return { intents, missing: reason ? describeMissing(reason, reasons.length, reasons.length + checked.files.length) : cutOff };
}

/** Runs before the journal has the file's hash: if the process dies in between, nothing is recorded, and the file is received again. */
async function writeOrigin(
  file: ReceivedFile,
  task: Task,
  { originOf, signing, log }: FinishOptions,
): Promise<Pick<ReceivedFile, "size" | "sha256">> {
  try {
    const { finishFile } = await import("../../media/metadata/finishFile.ts");
    const stated = originOf?.(task) ?? { model: task.model, isProcedural: false };
    const finished = (await finishFile(file.path, stated, file.resumeHash)) ?? file;
    return (await signFile(file, stated, signing)) ?? finished;
  } catch (error) {
    log?.warn(`How a file was made could not be written into it; it is saved as received: ${errorText(error)}`);
    return file;
  }
}

/** undefined: the file is not signed, and unchanged. */
async function signFile(
  { path }: ReceivedFile,
  stated: StatedOrigin,
  signing: FileSigning | undefined,
): Promise<Pick<ReceivedFile, "size" | "sha256"> | undefined> {
  const options = signing?.options();
  if (signing === undefined || options === undefined) return undefined;
  try {
    const signed = await import("../../media/signing/signFile.ts");
    return await signed.signFile(path, stated, options);
  } catch (error) {
    signing.onError(error);
    return undefined;
  }
}

function describeMissing({ message }: TaskError, missing: number, all: number): TaskError {
  return { kind: "badAnswer", code: missingFilesCode, message: inEnglish(ownSentences.filesMissing, missing, all, message) };
}
