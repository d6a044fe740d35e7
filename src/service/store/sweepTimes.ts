/**
 * Decides up to which time old results are removed. A clock that jumps ahead makes all results look old, and what is removed is lost: after
 * a jump, only what was old before it is removed, until the new time has lasted for a day. Reading goes by the clock alone, because the
 * interface answers 404 after 30 days: what a wrong clock hides is there again when it is set.
 */
export interface SweepTimes {
  /** Unix milliseconds of the last sweep. */
  seenAt: number;
  /** The time that the last sweep went by; earlier than `seenAt` while a jump is not trusted. */
  trustedAt: number;
  /** When the time after a jump is trusted; undefined: it is. */
  heldUntil: number | undefined;
}

/** A service sweeps each hour, and may not run over night. */
const longestGap = 24 * 60 * 60 * 1000;
const holdMilliseconds = 24 * 60 * 60 * 1000;

export interface NextSweep {
  times: SweepTimes;
  /** Milliseconds by which the clock has jumped since the last sweep, if it is not trusted from now on. */
  jump: number | undefined;
}

/** `now`: what the clock says. */
export function nextSweep(now: number, { seenAt, trustedAt, heldUntil }: SweepTimes): NextSweep {
  const gap = now - seenAt;
  // A time that went on since an earlier jump was right: a service may be started once a week.
  if (gap > longestGap) return { times: { seenAt: now, trustedAt: seenAt, heldUntil: now + holdMilliseconds }, jump: gap };
  // The clock was set back, so that the jump before was an error.
  const isHeld = gap >= 0 && heldUntil !== undefined && now < heldUntil;
  return {
    times: { seenAt: now, trustedAt: isHeld ? trustedAt : now, heldUntil: isHeld ? heldUntil : undefined },
    jump: undefined,
  };
}
