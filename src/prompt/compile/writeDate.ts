/** The day of a date as `YYYY-MM-DD` in this machine's time zone: the value of `{{date}}`. */
export function writeDate(moment: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
