/** Beside a preview, a lens is as wide as half of the editors: a long name would hide the answers after it. Many files begin with the same date. */
export function shortenName(name: string): string {
  const [start, end] = [8, 10];
  const undated = name.replace(/^\d{4}-\d{2}-\d{2}[-_ ](?=[^.])/, "");
  return undated.length <= start + end + 1 ? undated : `${undated.slice(0, start)}…${undated.slice(-end)}`;
}
