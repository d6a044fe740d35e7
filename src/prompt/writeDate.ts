/** A moment in; its day as `YYYY-MM-DD` in this machine's time zone, the value of `{{date}}`, out. */
export function writeDate(moment: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
