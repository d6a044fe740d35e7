import { ownSentences } from "../../client/errors/ownSentences.ts";
import type { CallOptions, ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { announces } from "../../contract/acceptedValues.ts";
import { type AddedField, isAddedField } from "../../contract/addedFields.ts";
import { mediaOptionsOf } from "../../contract/fields.ts";
import { inEnglish } from "../../contract/translate.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import type { MaskFault } from "../../media/images/maskFault.ts";

/**
 * Sends the only POST of a task. If the request has added fields, it asks the service for the model first: they are only sent to a service
 * that announces them. The others would be billed for a request that it does not understand.
 * @throws ServiceError; `invalidRequest`, whose `param` is the field, or why the model cannot be read: then nothing was sent.
 */
export async function submitAnnounced(client: ServiceClient, request: TaskRequest, options: CallOptions): Promise<string> {
  await requireAnnounced(client, request, options);
  return client.submitTask(request, options);
}

async function requireAnnounced(client: ServiceClient, request: TaskRequest, { signal }: CallOptions): Promise<void> {
  const fields = addedFieldsOf(request);
  if (fields.length === 0) return;
  const id = request.interface === "v1" ? request.body.model : request.body.ai.model;
  const { capabilities } = await client.getModel(id, signal === undefined ? {} : { signal });
  const unknown = fields.find((name) => !announces(capabilities, name));
  if (unknown !== undefined) {
    const message = inEnglish(ownSentences.notAnnounced, unknown, id);
    throw new ServiceError({ kind: "invalidRequest", param: unknown, message });
  }
  if (fields.includes("mask")) await requireFittingMask(request);
}

const maskFaults: Readonly<Record<MaskFault, string>> = {
  unreadable: ownSentences.maskUnreadable,
  otherSize: ownSentences.maskSize,
};

async function requireFittingMask(request: TaskRequest): Promise<void> {
  const { mask, image } = maskedFilesOf(request);
  if (mask === undefined) return;
  const { findMaskFault } = await import("../../media/images/maskFault.ts");
  const fault = findMaskFault(image, mask);
  if (fault !== undefined) throw new ServiceError({ kind: "invalidRequest", param: "mask", message: maskFaults[fault] });
}

/** Addresses or data URIs. */
function maskedFilesOf(request: TaskRequest): { mask?: string | undefined; image?: string | undefined } {
  if (request.kind !== "image") return {};
  if (request.interface === "v1") return { mask: request.body.mask, image: request.body.image?.[0]?.image_url };
  const [image] = request.body.content.flatMap((part) => (part.type === "input_file" ? [part.file_data] : []));
  const { image_mask: mask } = request.body.ai;
  return typeof mask === "string" ? { mask, image } : {};
}

/** The added fields of a request, by their v1 names. */
function addedFieldsOf(request: TaskRequest): AddedField[] {
  if (request.kind === "text") return [];
  const body: Readonly<Record<string, unknown>> = request.interface === "v1" ? request.body : request.body.ai;
  return mediaOptionsOf(request.kind).flatMap(({ name, v2Name }) => {
    const value = body[request.interface === "v1" ? name : v2Name];
    return isAddedField(name) && value !== undefined && value !== null ? [name] : [];
  });
}
