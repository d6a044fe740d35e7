/** Describes a duration in the largest unit that fits, for a list. */

/** `5 s`, `3 min`, `2 h`, `4 d`: symbols that read the same in most languages. */
export function describeDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** How long ago something ended, in minutes or larger units: `14 min ago`. */
export function describeAgo(milliseconds: number, t: (message: string, ...values: string[]) => string): string {
  return milliseconds < 60_000 ? t("just now") : t("{0} ago", describeDuration(milliseconds));
}

/** Whole days for which the service still stores a result accepted at `acceptedAt`; 0 after that. */
export function remainingDays(acceptedAt: number, now: number, storageMilliseconds: number): number {
  return Math.max(0, Math.ceil((acceptedAt + storageMilliseconds - now) / 86_400_000));
}
