/** The filter of the Tasks view, and its description. */

import * as vscode from "vscode";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { TaskFilter } from "../../generations/taskQuery.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { type Section, sectionStates, sections } from "./taskSections.ts";

const { t } = vscode.l10n;

export function sectionTitle(section: Section): string {
  return { running: t("In Progress"), failed: t("Failed"), left: t("Stopped"), finished: t("Finished") }[section];
}

export interface TreeFilter {
  kinds: readonly Kind[];
  sections: readonly Section[];
  /** Text that the prompt or the model must contain; "": any. */
  text: string;
}

export const everything: TreeFilter = { kinds, sections, text: "" };

export function queryOf({ kinds: shown, text }: TreeFilter, section: Section): TaskFilter {
  return { states: sectionStates[section], kinds: shown, ...(text === "" ? {} : { text }) };
}

/** A description of the filter for the user; "" if everything is shown. */
export function describeFilter({ kinds: shown, sections: shownSections, text }: TreeFilter): string {
  const parts = [
    ...(shown.length < kinds.length ? [shown.map((kind) => kindTexts(kind).label).join(", ")] : []),
    ...(shownSections.length < sections.length ? [shownSections.map(sectionTitle).join(", ")] : []),
    ...(text === "" ? [] : [`“${text}”`]),
  ];
  return parts.length === 0 ? "" : t("Only {0}", parts.join(" · "));
}
