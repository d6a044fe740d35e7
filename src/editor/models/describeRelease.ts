/** The date of a model's release in the user's language. @param created Unix seconds; 0 means that the service does not know it. */
export function describeRelease(created: number | undefined): string | undefined {
  if (created === undefined || created === 0) return undefined;
  return new Date(created * 1000).toLocaleDateString(undefined, { dateStyle: "medium" });
}
