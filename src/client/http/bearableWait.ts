/** How long an answer about a task may be waited for: as long as the service announces, unless a proxy in between gives up earlier. */
import { longestWait } from "../../contract/longPoll.ts";

/** Waits in a row, each as long as asked for, after which the longest one is tried again. */
const fewestBorne = 4;
const mostBorne = 1024;

/** All times in seconds. */
export class BearableWait {
  #longest: number = longestWait;
  #borne = 0;
  #needed = fewestBorne;

  /** 0: even the shortest wait was given up. */
  get longest(): number {
    return this.#longest;
  }

  /** Notes a wait that broke off: by a proxy, which will do so again, or because the service has ended or the network has changed. */
  giveUp(wait: number, elapsed: number): void {
    // An answer at once says nothing about waits.
    if (wait === 0 || elapsed < 1) return;
    this.#longest = wait === 1 ? 0 : Math.max(1, Math.floor(Math.min(wait, elapsed) / 2));
    this.#borne = 0;
  }

  /** Notes a poll that was answered. What only broke off once must not make all later waits short; each further break is believed for longer. */
  bear(wait: number, elapsed: number): void {
    if (elapsed < wait * 0.9) return;
    if (wait === longestWait) this.#needed = fewestBorne;
    if (this.#longest === longestWait) return;
    this.#borne += 1;
    if (this.#borne < this.#needed) return;
    this.#longest = longestWait;
    this.#borne = 0;
    this.#needed = Math.min(this.#needed * 2, mostBorne);
  }
}
