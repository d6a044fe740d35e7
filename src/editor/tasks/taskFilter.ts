/** Which tasks the Tasks view shows, and how that is said. */
import * as vscode from "vscode";
import { type Kind, kinds } from "../../contract/kind.ts";
import type { TaskFilter } from "../../tasks/tasks.ts";
import { type Section, sectionStates, sections } from "./taskSections.ts";

export function sectionTitle(section: Section): string {
  const { t } = vscode.l10n;
  return { running: t("In Progress"), finished: t("Finished"), failed: t("Failed") }[section];
}

export interface TreeFilter {
  kinds: readonly Kind[];
  sections: readonly Section[];
  /** What the prompt or the model contains; "": anything. */
  text: string;
}

export const everything: TreeFilter = { kinds, sections, text: "" };

export function queryOf({ kinds: shown, text }: TreeFilter, section: Section): TaskFilter {
  return { states: sectionStates[section], kinds: shown, ...(text === "" ? {} : { text }) };
}

/** What is shown, for a person; "" for everything. */
export function describeFilter({ kinds: shown, sections: shownSections, text }: TreeFilter): string {
  const parts = [
    ...(shown.length < kinds.length ? [shown.join(", ")] : []),
    ...(shownSections.length < sections.length ? [shownSections.map(sectionTitle).join(", ")] : []),
    ...(text === "" ? [] : [`“${text}”`]),
  ];
  return parts.length === 0 ? "" : vscode.l10n.t("Only {0}", parts.join(" · "));
}
