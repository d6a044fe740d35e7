/** States how generated files were generated, in the files. */
import type * as vscode from "vscode";
import { changesImage } from "../../contract/addedFields.ts";
import { demoOwner } from "../../contract/builtInModels.ts";
import { addedFieldOf, isFileField } from "../../contract/fields.ts";
import type { InterfaceVersion, Kind } from "../../contract/kind.ts";
import { referenceImagesOf } from "../../contract/media.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { builtInBaseUrl } from "../../generations/builtInBaseUrl.ts";
import type { Task } from "../../generations/task.ts";
import type { OriginOf } from "../../generations/taskEnvironment.ts";
import type { StatedOrigin } from "../../media/metadata/finishFile.ts";
import { targetUri } from "../base/artifactUri.ts";
import { settings } from "../base/settings.ts";
import type { ModelCatalogue } from "../service/studio.ts";
import { signWithSettings } from "./fileSigning.ts";

export function createOriginOf(models: Pick<ModelCatalogue, "find">): OriginOf {
  return (task: Task) => {
    const isProcedural =
      task.baseUrl === builtInBaseUrl ? settings.isDemoModel(task.model) : models.find(task.model)?.owned_by === demoOwner;
    const embedded = { prompt: task.prompt, kind: task.kind, request: withoutFiles(task.request) };
    const isEmbedded = settings.embedPrompt(targetUri(task.target));
    return { model: task.model, isProcedural, ...(isEmbedded ? { embedded } : {}) };
  };
}

/** For an answer's image that is about to be written to `target`. Returns the same bytes if no metadata can be written to them. */
export async function stateOriginOfImage(
  bytes: Uint8Array,
  target: vscode.Uri,
  { prompt, ...image }: Pick<StatedOrigin, "model" | "isProcedural"> & { prompt: string },
): Promise<Uint8Array> {
  const { finishBytes } = await import("../../media/metadata/finishFile.ts");
  const isEmbedded = prompt !== "" && settings.embedPrompt(target);
  return signWithSettings(await finishBytes(bytes, { ...image, ...(isEmbedded ? { embedded: { prompt, kind: "image" } } : {}) }), image);
}

/** Reference images and other files can be larger than the result, so only addresses are kept. */
function withoutFiles(request: TaskRequest): object {
  const { kind, body } = request;
  if (request.interface === "v2") {
    const content = request.body.content.filter((part) => part.type !== "input_file" || isAddress(part.file_data));
    const ai = withoutInlineFields(
      kind,
      "v2",
      request.body.ai,
      content.some(({ type }) => type === "input_file"),
    );
    return { interface: "v2", kind, body: { ...body, ai, content } };
  }
  const images = referenceImagesOf(request).filter(({ image_url }) => isAddress(image_url));
  const { image: _, ...others } = { image: undefined, ...body };
  const fields = withoutInlineFields(kind, "v1", others, images.length > 0);
  return { interface: "v1", kind, body: images.length === 0 ? fields : { ...fields, image: images } };
}

/** Without added fields that are files, and without those that change a reference image that is left out. */
function withoutInlineFields(kind: Kind, version: InterfaceVersion, fields: object, hasReference: boolean): object {
  const kept = Object.entries(fields).filter(([name, value]) => {
    const added = addedFieldOf(kind, version, name);
    if (added === undefined) return true;
    const isInline = isFileField(kind, version, name) && !isAddress(String(value));
    return !isInline && (hasReference || !changesImage(added));
  });
  return Object.fromEntries(kept);
}

function isAddress(value: string | undefined): boolean {
  return value !== undefined && /^https?:/i.test(value);
}
