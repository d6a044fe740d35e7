/** How long an answer about a task may be waited for: as long as the service announces, unless a proxy in between gives up earlier. */
import { longestWait } from "../../contract/longPoll.ts";

/** Waits in a row, each as long as asked for, after which the longest one is tried again. */
const fewestBorne = 4;
const mostBorne = 1024;

/** All times in seconds. */
interface BearableWait {
  /** 0: even the shortest wait was given up. */
  readonly longest: number;
  /** Notes a wait that broke off: by a proxy, which will do so again, or because the service has ended or the network has changed. */
  giveUp(wait: number, elapsed: number): void;
  /** Notes a poll that was answered. What only broke off once must not make all later waits short; each further break is believed for longer. */
  bear(wait: number, elapsed: number): void;
}

export function createBearableWait(): BearableWait {
  let longest: number = longestWait;
  let borne = 0;
  let needed = fewestBorne;
  return {
    get longest() {
      return longest;
    },
    giveUp(wait, elapsed) {
      // An answer at once says nothing about waits.
      if (wait === 0 || elapsed < 1) return;
      longest = wait === 1 ? 0 : Math.max(1, Math.floor(Math.min(wait, elapsed) / 2));
      borne = 0;
    },
    bear(wait, elapsed) {
      // A poll that asks for less, such as one of many at a time, says nothing about longer waits.
      if (wait < longest || elapsed < wait * 0.9) return;
      if (wait === longestWait) needed = fewestBorne;
      if (longest === longestWait) return;
      borne += 1;
      if (borne < needed) return;
      longest = longestWait;
      borne = 0;
      needed = Math.min(needed * 2, mostBorne);
    },
  };
}
