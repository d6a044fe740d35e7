/** The models that can edit an image. */

import * as vscode from "vscode";
import { announces } from "../../contract/acceptedValues.ts";
import type { EditingModel } from "../../imageEditor/toImageEditor.ts";
import { findModel, type ModelSource } from "../requests/chooseModel.ts";
import { sortModels } from "../sortModels.ts";
import { modelRow } from "../summarizeModel.ts";

/**
 * Those that take a reference image: first those of which the service announces it. A service that announces nothing may take one with any
 * model of images, because the field is part of the interface. Throws ServiceError.
 */
export async function listEditingModels(source: ModelSource): Promise<{ models: EditingModel[]; chosen: string | undefined }> {
  const sorted = sortModels(source, await source.models.list(), "image", false);
  const able = sorted.filter(({ capabilities }) => capabilities?.image !== 0);
  const announced = able.filter(({ capabilities }) => capabilities?.image !== undefined);
  const models = [...announced, ...able.filter((model) => !announced.includes(model))].map(
    ({ id, owned_by: group = "", capabilities }) => ({
      ...modelRow({ id, capabilities }, group, vscode.l10n.t),
      takesMask: announces(capabilities, "mask"),
      ...(capabilities?.strength === undefined ? {} : { strength: capabilities.strength }),
      upscale: capabilities?.upscale ?? [],
      isTransparent: capabilities?.background?.includes("transparent") === true,
    }),
  );
  const usual = await findModel(source, "image");
  const chosen = models.find(({ id }) => id === usual) ?? models.find((model) => model.takesMask) ?? models[0];
  return { models, chosen: chosen?.id };
}
