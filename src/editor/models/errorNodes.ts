/** Rows of the Models view if the models cannot be listed. Loaded when the first error occurs. */
import * as vscode from "vscode";
import { describeError } from "../../client/errors/describeError.ts";
import { ServiceError } from "../../client/serviceError.ts";

const { t } = vscode.l10n;

export interface ErrorNode {
  type: "error";
  message: string;
  command: string | undefined;
  /** The command's argument. */
  given?: object;
}

type HelpRow = [title: string, command: string, given?: object];

/** Without a key, the view explains how to set one instead of showing rows. */
export function isMissingKey(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === "missingKey";
}

/** Rows with the error, and below it the actions that help. */
export function errorNodes(error: unknown): ErrorNode[] {
  const rows = (message: string, ...help: HelpRow[]): ErrorNode[] => [
    { type: "error", message, command: undefined },
    ...help.map(([title, command, given = {}]) => ({ type: "error" as const, message: title, command, given })),
  ];
  const openSettings = (query: string): HelpRow => [t("Open Settings"), "workbench.action.openSettings", { query }];
  const tryAgain: HelpRow = [t("Try Again"), "generationStudio.refreshModels"];
  if (!(error instanceof ServiceError)) return rows(String(error), tryAgain, [t("Show Log"), "generationStudio.showLog"]);
  if (error.message.includes("generationStudio.providers")) return rows(error.message, openSettings("generationStudio.providers"));
  const { sentence, action, alternative } = describeError(error);
  if (action === "setKey") return rows(sentence, [t("Set API Key…"), "generationStudio.setApiKey"]);
  const isAddress = action === "openSettings" || alternative === "openSettings";
  return rows(sentence, tryAgain, ...(isAddress ? [openSettings("generationStudio.baseUrl")] : []));
}
