/** Reads `created` of a model. undefined: the date is unknown, which services also write as 0 because the field is an integer. */
export function releaseDate(created: number | undefined): Date | undefined {
  if (created === undefined || created === 0) return undefined;
  const date = new Date(created * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
