/** Links footnotes: each reference to its footnote, and the footnote back to the first reference. */

import { labelClass, referenceClass } from "../../markup/markdown/footnoteRules.ts";
import { createIcon } from "../createIcon.ts";
import { t } from "../texts.ts";

function createReference(label: string, prefix: string): HTMLElement {
  const raised = document.createElement("sup");
  const link = document.createElement("a");
  link.className = "footnote-reference";
  link.href = `#${encodeURIComponent(prefix + label)}`;
  link.dataset.footnote = label;
  link.textContent = label;
  link.title = t("footnote", label);
  link.setAttribute("aria-label", t("footnote", label));
  raised.append(link);
  return raised;
}

function showFootnote(element: HTMLElement, label: string, prefix: string): void {
  element.className = "footnote";
  element.id = prefix + label;
  element.tabIndex = -1;
  const back = document.createElement("a");
  back.className = "footnote-back";
  back.href = `#${encodeURIComponent(prefix + label)}`;
  back.dataset.footnote = label;
  back.title = t("footnoteBack", label);
  back.setAttribute("aria-label", t("footnoteBack", label));
  back.append(createIcon("arrow-up"));
  const last = element.lastElementChild;
  (last instanceof HTMLParagraphElement ? last : element).append(" ", back);
}

/** @param prefix Prefix for ids, unique for each text. */
export function linkFootnotes(fragment: DocumentFragment, prefix: string): void {
  for (const code of fragment.querySelectorAll(`.${referenceClass}`)) code.replaceWith(createReference(code.textContent ?? "", prefix));
  for (const code of fragment.querySelectorAll(`div > .${labelClass}`)) {
    const label = code.textContent ?? "";
    const mark = document.createElement("span");
    mark.className = "footnote-label cut";
    mark.textContent = label;
    const element = code.parentElement;
    code.replaceWith(mark);
    if (element !== null) showFootnote(element, label, prefix);
  }
}

/** Number of frames in which newly visible blocks get their real heights, which moves the target. */
const settlingFrames = 12;

function goTo(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  const show = (frames: number) => {
    if (!element.isConnected || element !== document.activeElement) return;
    element.scrollIntoView({ block: "center" });
    if (frames > 0) requestAnimationFrame(() => show(frames - 1));
  };
  show(settlingFrames);
}

/** Moves the focus and scrolls to the target of a footnote link. Returns whether the element is such a link. */
export function followFootnote(link: HTMLElement): boolean {
  const { footnote } = link.dataset;
  if (footnote === undefined) return false;
  const text = link.closest(".markdown");
  const isBack = link.matches(".footnote-back");
  const targets = text?.querySelectorAll<HTMLElement>(isBack ? ".footnote-reference" : ".footnote-back") ?? [];
  const target = [...targets].find((one) => one.dataset.footnote === footnote);
  const goal = isBack ? target : target?.closest<HTMLElement>(".footnote");
  if (goal) goTo(goal);
  return true;
}
