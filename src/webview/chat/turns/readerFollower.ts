/** Keeps a scrolling region at its end while the reader is there, and otherwise never scrolls it. */
import { afterEachFrame } from "../frames.ts";
import type { ReadingPosition } from "../host.ts";

/** A position within this many CSS pixels of the end counts as the end. */
const nearEnd = 32;

export interface ReaderFollower {
  /** Scrolls to the end if the reader was there. */
  follow(): void;
  toEnd(): void;
  position(): ReadingPosition | undefined;
  restore(position: ReadingPosition | undefined): void;
  dispose(): void;
}

/** Events caused by the reader, as opposed to the page or the browser. */
const readersOwn = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Events after which the button is no longer held, or the page cannot know whether it is. */
const releases = ["pointerup", "pointercancel", "blur"] as const;

/** The blocks of an answer. The heights of blocks above them are unknown while those are not visible. */
function blocksOf(turn: Element): Element[] {
  return [...turn.querySelectorAll(":scope > .markdown > *")];
}

function positionIn(region: HTMLElement): ReadingPosition | undefined {
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
}

/** Whether the primary button is held since it was pressed in the region; others may be released over a menu of VS Code, unnoticed here. */
function watchPress(region: HTMLElement, whenClicked: () => void): { readonly isHeld: boolean; dispose(): void } {
  const listening = new AbortController();
  const options = { passive: true, signal: listening.signal };
  const press = { isHeld: false, dispose: () => listening.abort() };
  const release = () => {
    if (!press.isHeld) return;
    press.isHeld = false;
    // After the click, which follows the release.
    setTimeout(whenClicked);
  };
  region.addEventListener(
    "pointerdown",
    ({ button }) => {
      press.isHeld = button === 0;
    },
    options,
  );
  for (const type of releases) window.addEventListener(type, release, options);
  return press;
}

export function followReader(region: HTMLElement, reportAway: (away: boolean) => void): ReaderFollower {
  let atEnd = true;
  let lastTop = 0;
  /** A restored position, until the reader moves: the turns around it are rendered only now, which changes their heights. */
  let restored: ReadingPosition | undefined;
  const distance = () => region.scrollHeight - region.scrollTop - region.clientHeight;

  /** Content may be drawn after the reader has scrolled and before the browser reports it. */
  function follow(): void {
    onScroll();
    stayAtEnd();
  }
  function stayAtEnd(): void {
    if (!atEnd || press.isHeld || restored !== undefined || region.querySelector("article.turn") === null) return;
    region.scrollTop = region.scrollHeight;
    lastTop = region.scrollTop;
  }
  /** Scroll anchoring keeps the reader's position, but only if the reader is not at the end, because it costs time in each frame. */
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
    // Growing content moves the end away, so only scrolling upwards means that the reader has left the end.
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
    // The estimated heights of turns can be so small that everything fits and the position looks like the end, so restore it again.
    if (restored !== undefined && goTo(restored)) setAtEnd(distance() <= nearEnd);
    else follow();
  }
  function moveOn(): void {
    restored = undefined;
  }
  /** The content does not move while it is pressed, so that the release is over the same place. */
  const press = watchPress(region, stayAtEnd);

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
      stayAtEnd();
    },
    position: () => (atEnd ? undefined : positionIn(region)),
    restore(position) {
      restored = position;
      if (position === undefined || !goTo(position)) {
        restored = undefined;
        setAtEnd(true);
        stayAtEnd();
        return;
      }
      setAtEnd(distance() <= nearEnd);
    },
    dispose() {
      region.removeEventListener("scroll", onScroll);
      for (const type of readersOwn) region.removeEventListener(type, moveOn);
      press.dispose();
      resize.disconnect();
      stop();
    },
  };
}
