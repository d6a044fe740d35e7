/** Creates a request from a file's metadata, and notes what the request cannot express. */
import * as vscode from "vscode";
import { formatOfName } from "../../contract/fileFormats.ts";
import { mediaKinds } from "../../contract/kind.ts";
import { type WireRequest, wireRequestSchema } from "../../contract/wireRequest.ts";
import { fieldOf, type Origin } from "../../media/metadata/origin.ts";
import { type ReadField, readAddedFields } from "../../media/metadata/readAddedFields.ts";
import { readMetadata } from "../artifacts/readMetadata.ts";
import { buildTaskRequest } from "../requests/buildTaskRequest.ts";
import { findModel, type ModelSource } from "../requests/chooseModel.ts";
import { chooseRequestOptions } from "../requests/chooseRequestOptions.ts";
import { findKnownValues, isKnownRefused } from "../requests/offeredValues.ts";
import { waitForModels } from "../service/waitForModels.ts";

const { t } = vscode.l10n;

export interface FileRequest {
  request: WireRequest;
  /** Facts that no field of a request has, one per line. */
  notes: readonly string[];
}

const sizeFields: readonly string[] = ["size", "width", "height"];

/** undefined: the file has no prompt, or the user dismissed the question for a model. @throws as `readMetadata` does, or ServiceError. */
export async function readFileRequest(source: ModelSource, file: vscode.Uri): Promise<FileRequest | undefined> {
  const origin = (await readMetadata(file))?.origin;
  const own = wireRequestSchema.safeParse(origin?.request);
  if (own.success) return { request: own.data, notes: [] };
  if (origin?.prompt === undefined) return undefined;
  const named = formatOfName(file.path)?.kind;
  const kind = mediaKinds.find((one) => one === named && one !== "image") ?? origin.kind ?? "image";
  const models = await waitForModels(source.models.list());
  const isKnown = models.some(({ id }) => id === origin.model);
  const model = isKnown ? origin.model : await findModel(source, kind);
  const size = kind === "image" ? sizeOf(origin) : undefined;
  const isSent = size !== undefined && (model === undefined || !isKnownRefused(size, findKnownValues(source, model, "size")));
  const added = model === undefined ? [] : readAddedFields(origin).filter((one) => isTaken(source, model, one));
  const given = {
    ...(model === undefined ? {} : { model }),
    options: { ...(isSent ? { size } : {}), ...Object.fromEntries(added.map(({ field, value }) => [field, value])) },
  };
  const options = await chooseRequestOptions(source, kind, { given });
  if (options === undefined) return undefined;
  const sent = new Set([...(isSent ? sizeFields : []), ...added.flatMap(({ names }) => names)]);
  const rest = origin.fields.filter(([name]) => !sent.has(name.toLowerCase()));
  const facts = [
    [t("Model"), isKnown ? undefined : origin.model],
    [t("Negative Prompt"), added.some(({ field }) => field === "negative_prompt") ? undefined : origin.negativePrompt],
    [t("Tool"), origin.tool],
    ...rest,
  ] as const;
  const notes = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const title = t("What the file says, and the request has no field for:");
  return { request: buildTaskRequest(origin.prompt, options), notes: notes.length === 0 ? [] : [title, ...notes] };
}

/** Whether the service announces that the model takes this value. */
function isTaken(source: ModelSource, model: string, { field, value }: ReadField): boolean {
  return !isKnownRefused(value, findKnownValues(source, model, field));
}

/** In pixels. */
function sizeOf(origin: Origin): string | undefined {
  const [width, height] = [fieldOf(origin, "width"), fieldOf(origin, "height")];
  const size = width === undefined || height === undefined ? fieldOf(origin, "size") : `${width}x${height}`;
  return size !== undefined && /^[1-9]\d{1,4}x[1-9]\d{1,4}$/.test(size) ? size : undefined;
}
