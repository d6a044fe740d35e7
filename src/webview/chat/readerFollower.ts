/** Keeps a scrolling region at its end while the reader is there, and never moves it otherwise. */
import { afterEachFrame } from "./frames.ts";
import type { ReadingPosition } from "./host.ts";

/** So near to the end counts as at the end, in CSS pixels. */
const nearEnd = 32;

export interface ReaderFollower {
  /** Goes to the end where the reader was there. */
  follow(): void;
  toEnd(): void;
  position(): ReadingPosition | undefined;
  restore(position: ReadingPosition | undefined): void;
  dispose(): void;
}

/** What the reader does, as against what the page and the browser do by themselves. */
const readersOwn = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** The blocks of an answer, whose heights above them are not known while they are out of sight. */
function blocksOf(turn: Element): Element[] {
  return [...turn.querySelectorAll(":scope > .markdown > *")];
}

export function followReader(region: HTMLElement, reportAway: (away: boolean) => void): ReaderFollower {
  let atEnd = true;
  let lastTop = 0;
  /** A position that was gone back to, until the reader moves on: turns around it are drawn only now, and get their heights. */
  let restored: ReadingPosition | undefined;
  const distance = () => region.scrollHeight - region.scrollTop - region.clientHeight;

  function follow(): void {
    if (!atEnd || restored !== undefined || region.querySelector("article.turn") === null) return;
    region.scrollTop = region.scrollHeight;
    lastTop = region.scrollTop;
  }
  /** The browser keeps what is read in its position only while the reader is not at the end: searching for that position costs each frame. */
  function anchor(): void {
    region.style.overflowAnchor = atEnd ? "none" : "auto";
  }
  function setAtEnd(next: boolean): void {
    if (next === atEnd) return;
    atEnd = next;
    anchor();
    reportAway(!next);
  }
  function onScroll(): void {
    const top = region.scrollTop;
    // Content that grows moves the end away without the reader: only a move upwards is the reader's.
    if (top < lastTop - 1 && distance() > nearEnd) setAtEnd(false);
    else if (distance() <= nearEnd) setAtEnd(true);
    lastTop = top;
  }

  function goTo({ turnId, block, offset }: ReadingPosition): boolean {
    const turn = [...region.querySelectorAll<HTMLElement>("article.turn")].find((element) => element.dataset.turn === turnId);
    if (turn === undefined) return false;
    const at = (block === undefined ? undefined : blocksOf(turn)[block]) ?? turn;
    region.scrollTop += at.getBoundingClientRect().top - region.getBoundingClientRect().top + offset;
    lastTop = region.scrollTop;
    return true;
  }
  function onResize(): void {
    // Turns that were never drawn may be estimated so short that all fits, and the position looks like the end until they are.
    if (restored !== undefined && goTo(restored)) setAtEnd(distance() <= nearEnd);
    else follow();
  }
  function moveOn(): void {
    restored = undefined;
  }

  anchor();
  region.addEventListener("scroll", onScroll, { passive: true });
  for (const type of readersOwn) region.addEventListener(type, moveOn, { passive: true });
  const resize = new ResizeObserver(onResize);
  resize.observe(region);
  if (region.firstElementChild) resize.observe(region.firstElementChild);
  const stop = afterEachFrame(follow);

  return {
    follow,
    toEnd() {
      moveOn();
      setAtEnd(true);
      follow();
    },
    position() {
      if (atEnd) return undefined;
      const top = region.getBoundingClientRect().top;
      for (const turn of region.querySelectorAll<HTMLElement>("article.turn")) {
        const box = turn.getBoundingClientRect();
        if (box.bottom <= top) continue;
        const turnId = turn.dataset.turn ?? "";
        const blocks = blocksOf(turn);
        const block = blocks.findIndex((element) => element.getBoundingClientRect().bottom > top);
        if (box.top > top || block < 0) return { turnId, offset: top - box.top };
        return { turnId, block, offset: top - (blocks[block]?.getBoundingClientRect().top ?? box.top) };
      }
      return undefined;
    },
    restore(position) {
      restored = position;
      if (position === undefined || !goTo(position)) {
        restored = undefined;
        setAtEnd(true);
        follow();
        return;
      }
      setAtEnd(distance() <= nearEnd);
    },
    dispose() {
      region.removeEventListener("scroll", onScroll);
      for (const type of readersOwn) region.removeEventListener(type, moveOn);
      resize.disconnect();
      stop();
    },
  };
}
