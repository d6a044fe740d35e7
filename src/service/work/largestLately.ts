const hourMilliseconds = 3_600_000;

/** The largest amount of each name in this hour and the hour before, so that an unusual one does not count for longer. */
export class LargestLately {
  readonly #amounts = new Map<string, { hour: number; largest: number; before: number }>();

  /** `now`: Unix milliseconds. */
  note(name: string, amount: number, now: number): void {
    const noted = this.#at(name, now);
    this.#amounts.set(name, { ...noted, largest: Math.max(amount, noted.largest) });
  }

  /** 0: none was noted. */
  of(name: string, now: number): number {
    const { largest, before } = this.#at(name, now);
    return Math.max(largest, before);
  }

  #at(name: string, now: number) {
    const hour = Math.floor(now / hourMilliseconds);
    const noted = this.#amounts.get(name);
    if (noted && noted.hour >= hour) return noted;
    return { hour, largest: 0, before: noted?.hour === hour - 1 ? noted.largest : 0 };
  }
}
