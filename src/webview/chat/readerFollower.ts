/** A scrolling region in; that it stays at its end while the reader is there, and never moves otherwise, out. */
import { afterEachFrame } from "./frames.ts";
import type { ReadingPlace } from "./host.ts";

/** So near to the end counts as at the end, in CSS pixels. */
const nearEnd = 32;

export interface ReaderFollower {
  /** Goes to the end where the reader was there. */
  follow(): void;
  toEnd(): void;
  place(): ReadingPlace | undefined;
  restore(place: ReadingPlace | undefined): void;
  dispose(): void;
}

export function followReader(region: HTMLElement, tellAway: (away: boolean) => void): ReaderFollower {
  let atEnd = true;
  let lastTop = 0;
  const distance = () => region.scrollHeight - region.scrollTop - region.clientHeight;

  function follow(): void {
    if (!atEnd || region.querySelector("article.turn") === null) return;
    region.scrollTop = region.scrollHeight;
    lastTop = region.scrollTop;
  }
  /** The browser keeps what is read in its place only while the reader is not at the end: searching for that place costs each frame. */
  function anchor(): void {
    region.style.overflowAnchor = atEnd ? "none" : "auto";
  }
  function setAtEnd(next: boolean): void {
    if (next === atEnd) return;
    atEnd = next;
    anchor();
    tellAway(!next);
  }
  function onScroll(): void {
    const top = region.scrollTop;
    // Content that grows moves the end away without the reader: only a move upwards is the reader's.
    if (top < lastTop - 1 && distance() > nearEnd) setAtEnd(false);
    else if (distance() <= nearEnd) setAtEnd(true);
    lastTop = top;
  }

  anchor();
  region.addEventListener("scroll", onScroll, { passive: true });
  const resize = new ResizeObserver(follow);
  resize.observe(region);
  if (region.firstElementChild) resize.observe(region.firstElementChild);
  const stop = afterEachFrame(follow);

  return {
    follow,
    toEnd() {
      setAtEnd(true);
      follow();
    },
    place() {
      if (atEnd) return undefined;
      const top = region.getBoundingClientRect().top;
      for (const turn of region.querySelectorAll<HTMLElement>("article.turn")) {
        const box = turn.getBoundingClientRect();
        if (box.bottom > top) return { turnId: turn.dataset.turn ?? "", offset: top - box.top };
      }
      return undefined;
    },
    restore(place) {
      const turn =
        place && [...region.querySelectorAll<HTMLElement>("article.turn")].find((element) => element.dataset.turn === place.turnId);
      if (place === undefined || turn === undefined) {
        setAtEnd(true);
        follow();
        return;
      }
      region.scrollTop += turn.getBoundingClientRect().top - region.getBoundingClientRect().top + place.offset;
      lastTop = region.scrollTop;
      setAtEnd(distance() <= nearEnd);
    },
    dispose() {
      region.removeEventListener("scroll", onScroll);
      resize.disconnect();
      stop();
    },
  };
}
