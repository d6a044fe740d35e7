/** Writes to generated files how they were generated, before the files are shown. */
import type * as vscode from "vscode";
import type { ReceivedFile } from "../../client/serviceClient.ts";
import type { StatedOrigin } from "../../library/metadata/stateOrigin.ts";
import { builtInBaseUrl } from "../../tasks/builtInBaseUrl.ts";
import type { Task, TaskRequest } from "../../tasks/task.ts";
import type { StateOrigin } from "../../tasks/tasks.ts";
import { settings } from "../settings.ts";
import type { ModelCatalogue } from "../studio.ts";
import { targetUri } from "./artifactUri.ts";

/** The owner of the demo's models in every instance of our service. */
const demoOwner = "demo";

export function createStateOrigin(models: Pick<ModelCatalogue, "find">): StateOrigin {
  return async ({ path, resumeHash }: ReceivedFile, task: Task) => {
    const { stateOriginInFile } = await import("../../library/metadata/stateOrigin.ts");
    const isProcedural =
      task.baseUrl === builtInBaseUrl ? settings.isDemoModel(task.model) : models.find(task.model)?.owned_by === demoOwner;
    const embedded = { prompt: task.prompt, kind: task.kind, request: withoutFiles(task.request) };
    const isEmbedded = settings.embedPrompt(targetUri(task.target));
    return stateOriginInFile(path, { model: task.model, isProcedural, ...(isEmbedded ? { embedded } : {}) }, resumeHash);
  };
}

/** For an answer's image that is about to be written to `target`. Returns the same bytes if no metadata can be written to them. */
export async function stateOriginOfImage(
  bytes: Uint8Array,
  target: vscode.Uri,
  { prompt, ...image }: Pick<StatedOrigin, "model" | "isProcedural"> & { prompt: string },
): Promise<Uint8Array> {
  const { stateOriginInBytes } = await import("../../library/metadata/stateOrigin.ts");
  const isEmbedded = prompt !== "" && settings.embedPrompt(target);
  return stateOriginInBytes(bytes, { ...image, ...(isEmbedded ? { embedded: { prompt, kind: "image" } } : {}) });
}

/** Reference images and other files can be larger than the result, so only addresses are kept. */
function withoutFiles(request: TaskRequest): object {
  const { kind, body } = request;
  if (request.interface === "v2") {
    const content = request.body.content.filter((part) => part.type !== "input_file" || isAddress(part.file_data));
    return { interface: "v2", kind, body: { ...body, content } };
  }
  const images = request.kind === "audio" ? [] : (request.body.image ?? []).filter(({ image_url }) => isAddress(image_url));
  const { image: _, ...fields } = { image: undefined, ...body };
  return { interface: "v1", kind, body: images.length === 0 ? fields : { ...fields, image: images } };
}

function isAddress(value: string | undefined): boolean {
  return value !== undefined && /^https?:/i.test(value);
}
