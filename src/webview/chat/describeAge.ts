/** A time and now, both Unix milliseconds, in; how long ago that is, in few characters, out. */
export function describeAge(time: number, now: number): string {
  const minutes = Math.floor((now - time) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days < 7 ? `${days} d` : new Date(time).toLocaleDateString();
}
