import { releaseDate } from "../../contract/releaseDate.ts";

/** The date of a model's release in the user's language. @param created Unix seconds. */
export function describeRelease(created: number | undefined): string | undefined {
  return releaseDate(created)?.toLocaleDateString(undefined, { dateStyle: "medium" });
}
