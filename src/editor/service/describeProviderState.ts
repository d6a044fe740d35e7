/** Describes the state of a provider, and the action that helps. */
import * as vscode from "vscode";
import type { ProviderState } from "../../contract/processMessages.ts";

const { t } = vscode.l10n;

/** A short text to show beside the provider's name. */
export function describeProviderState(state: ProviderState): string {
  switch (state.type) {
    case "unknown":
      return t("connecting");
    case "reachable":
      return t("reachable");
    case "failed":
      switch (state.kind) {
        case "keyMissing":
          return t("key missing");
        case "keyRefused":
          return t("key refused");
        case "unreachable":
          return t("not reachable");
        case "other":
          return t("error");
      }
  }
}

/** What *Manage Providers…* should do about an error. */
export function actionAgainst(state: Extract<ProviderState, { type: "failed" }>): { title: string; action: string } {
  switch (state.kind) {
    case "keyMissing":
      return { title: t("Enter the key…"), action: "replaceKey" };
    case "keyRefused":
      return { title: t("Replace the key…"), action: "replaceKey" };
    case "unreachable":
    case "other":
      return { title: t("Test the connection"), action: "test" };
  }
}
