/**
 * Converts a Markdown text that arrives in pieces to operations on its blocks. Complete blocks are rendered only once. All functions are
 * pure. The final blocks do not depend on how the text was split.
 */
import { mayClose } from "../../markup/markdown/fence.ts";
import type { Citation } from "../../output/outputPart.ts";
import { groupBlocks } from "./blocks.ts";
import { endGrowing, growingHeader, redrawSettled, showOpenItems } from "./growingBlock.ts";
import { finishCode, showCode } from "./growingCode.ts";
import {
  createEnvironment,
  type MarkdownState,
  type MarkdownStep,
  parse,
  showOpenEnd,
  takeStep,
  toHtml,
  type Work,
} from "./markdownState.ts";
import { readBlocks, redrawOpen, settle, settleBlocks } from "./settleBlocks.ts";

/** A last line with only markup is ambiguous, so it is shown once its meaning is clear. */
const undecided =
  /^(?:[ \t]*(?![ \t])(?:[-=_*+#>~|:.)(![\]`\d]|[-*+] +\[)*[ \t]*|[ \t]*`{3,}[^`\n]*|[ \t]*~~~.*|\|.*|[ \t]*>[ \t]*\[![A-Za-z]*\]?)$/;

/** Only appends the text; the functions below show it. */
export function appendText(state: MarkdownState, text: string): MarkdownState {
  const fresh = state.held + text;
  const last = fresh.charCodeAt(fresh.length - 1);
  const holds = last === 13 || (last >= 0xd800 && last < 0xdc00);
  const whole = holds ? fresh.slice(0, -1) : fresh;
  const tail = state.tail + whole.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
  return { ...state, tail, held: holds ? fresh.slice(-1) : "" };
}

/** Shows what the complete lines determine. */
export function showCompleteLines(state: MarkdownState): MarkdownStep {
  return takeStep(state, settleLines);
}

/** Whether `showLastLines` would show anything new. */
export function hasNewLastLines(state: MarkdownState): boolean {
  return state.fences !== undefined || visibleTail(state).length !== state.shownLength;
}

/** Shows the text that is not settled, as if the text ended there. */
export function showLastLines(state: MarkdownState): MarkdownStep {
  return takeStep(state, showTail);
}

/** Shows the rest, because no more text arrives. "cut": the text is not whole. */
export function finishText(state: MarkdownState, ended: "whole" | "cut"): MarkdownStep {
  return takeStep(state, (work) => {
    work.ended = ended;
    work.tail += work.held === "\r" ? "\n" : work.held;
    work.held = "";
    if (work.fences !== undefined) settleLines(work);
    finishCode(work);
    if (work.tail !== "") settle(work, work.tail.length, work.growing && (readBlocks(work, work.tail, false)[0]?.end ?? 0));
    if (work.growing !== undefined) endGrowing(work);
    // What looked like a block after the list or table may have become a part of it.
    showOpenEnd(work, "");
    redrawOpen(work);
  });
}

/** Renders the blocks again in which a new or moved citation ends. */
export function changeCitations(state: MarkdownState, citations: readonly Citation[]): MarkdownStep {
  return takeStep(state, (work) => {
    const before = work.citations;
    work.citations = citations;
    work.shownLength = -1;
    work.settled.forEach(({ offset, source, isCode }, index) => {
      const isCited = citations.some(({ end = -1 }, at) => end !== before[at]?.end && end > offset && end <= offset + source.length);
      if (!isCited || isCode) return;
      if (work.growing !== undefined && index === work.settled.length - 1) work.growing.certain = false;
      else redrawSettled(work, index);
    });
  });
}

/** Renders the blocks with images again. */
export function redrawImages(state: MarkdownState): MarkdownStep {
  return takeStep(state, (work) => {
    work.shownLength = -1;
    work.settled.forEach(({ source, isCode }, index) => {
      if (!isCode && (source.includes("![") || /<img/i.test(source))) redrawSettled(work, index);
    });
  });
}

function settleLines(work: Work): void {
  for (;;) {
    const length = work.tail.lastIndexOf("\n") + 1;
    if (length === 0 || length === work.checkedLength) return;
    const lines = work.tail.slice(0, length);
    const goesOn = work.fences === undefined ? settleBlocks(work, lines) : showCode(work, lines);
    if (!goesOn) return;
  }
}

function visibleTail({ tail }: MarkdownState): string {
  const feed = tail.lastIndexOf("\n") + 1;
  return undecided.test(tail.slice(feed)) ? tail.slice(0, feed) : tail;
}

function showTail(work: Work): void {
  if (work.fences !== undefined) {
    // A line that depends on the next one is not shown without it.
    const isShown = !work.tail.includes("\n") && !mayClose(work.fences, work.tail);
    work.operations.push({ type: "codePartial", line: isShown ? work.tail : "" });
    return;
  }
  const shown = visibleTail(work);
  work.shownLength = shown.length;
  const env = createEnvironment(work, "expected");
  const header = growingHeader(work);
  const tokens = shown.trim() === "" ? [] : parse(work, header + shown, work.tailOffset - header.length, env);
  if (work.growing === undefined) {
    showOpenEnd(work, toHtml(tokens, env));
    return;
  }
  const [continued, ...others] = groupBlocks(tokens);
  showOpenItems(work, continued, env);
  showOpenEnd(
    work,
    toHtml(
      others.flatMap((block) => block.tokens),
      env,
    ),
  );
}
