/** Sends the request of the image editor as durable tasks, whose files are saved beside the image. */
import path from "node:path";
import * as vscode from "vscode";
import type { ArtifactTarget, Task } from "../../generations/task.ts";
import { announcedFields } from "../../imageEditor/announcedFields.ts";
import { type Edit, mostPixels } from "../../imageEditor/imageEditorProtocol.ts";
import { extendedSize } from "../../imageEditor/mask/canvasExtension.ts";
import { readRuns } from "../../imageEditor/mask/maskRuns.ts";
import { encodeMask } from "../../media/images/encodeMask.ts";
import { chooseTarget } from "../artifacts/chooseTarget.ts";
import type { TaskOrigin } from "../artifacts/taskOrigin.ts";
import { targetIn } from "../base/artifactUri.ts";
import { settings } from "../base/settings.ts";
import type { Choices } from "../base/state.ts";
import { askForRequests } from "../requests/budget.ts";
import { buildTaskRequest } from "../requests/buildTaskRequest.ts";
import { mayRun } from "../requests/chooseRequestOptions.ts";
import { readImageAddresses } from "../requests/imageAddress.ts";
import type { TaskSource } from "../requests/taskSource.ts";
import { type EditedImage, referenceTo, toDataUri } from "./editedImage.ts";

const { t } = vscode.l10n;

/** undefined: cancelled. The tasks that ended, also those that failed. @throws ServiceError, and Error if the image cannot be sent. */
export async function runEdit(
  runner: TaskSource,
  image: EditedImage,
  edit: Edit,
  options: { signal: AbortSignal; onChange: (task: Task) => void },
): Promise<Task[] | undefined> {
  const { prompt, model, count, extension } = edit;
  const choices = readChoices(runner, image, edit);
  const target = await targetBeside(image.uri, prompt);
  if (target === undefined || !(await mayRun("image", [model], count, false))) return undefined;
  const references = await readImageAddresses([await referenceTo(image, extension)]);
  const request = buildTaskRequest(prompt, { kind: "image", interface: settings.interfaceFor("image"), model, choices, references });
  const requests = Array.from({ length: count }, () => request);
  const allowance = await askForRequests(runner, requests);
  if (allowance === undefined) return undefined;
  const { baseUrl } = await runner.connection();
  const origin = { type: "command" } satisfies TaskOrigin;
  const generations = await runner.generations(allowance);
  const run = () => generations.run({ baseUrl, request, target, origin, signal: options.signal }, options.onChange);
  const ended = await Promise.allSettled(requests.map(run));
  const tasks = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = ended.find((one) => one.status === "rejected");
  if (tasks.length === 0 && failed !== undefined) throw failed.reason;
  return tasks;
}

/** @throws Error if the service does not announce what is asked for, or the mask is not one of the extended image */
function readChoices({ models }: TaskSource, image: EditedImage, edit: Edit): Choices {
  const { width, height } = extendedSize(image, edit.extension);
  if (width * height > mostPixels) throw new Error(t("The canvas is too large. Nothing was sent."));
  const fields = announcedFields(models.find(edit.model)?.capabilities, edit);
  if (fields === undefined) throw new Error(notAnnounced(edit.model));
  if (!fields.sendsMask || edit.mask === undefined) return fields.choices;
  const read = readRuns(edit.mask, width, height);
  if (read === undefined) throw new Error(t("The mask does not fit the image. Nothing was sent."));
  return { ...fields.choices, mask: toDataUri(encodeMask(read), "image/png") };
}

const notAnnounced = (model: string) => t("The service does not announce this for {0}. Nothing was sent.", model);

/** What an edited image's name ends with, before its extension. */
const ending = /-edit(?:-\d+)?$/;

/** Beside an image of the workspace, with its name; others, such as those of the chat, are saved where all results are. */
async function targetBeside(uri: vscode.Uri, prompt: string): Promise<ArtifactTarget | undefined> {
  const isWritable = vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false;
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined || !isWritable) return chooseTarget("image", { text: prompt });
  const { name } = path.posix.parse(uri.path);
  // Braces are variables of a pattern.
  return targetIn(vscode.Uri.joinPath(uri, ".."), `${name.replace(ending, "").replaceAll(/[{}]/g, "")}-edit`);
}
