import { releaseDate } from "../../contract/releaseDate.ts";
import { writeDay } from "../../contract/translate.ts";

/** The date of a model's release in the user's language. @param created Unix seconds. */
export function describeRelease(created: number | undefined): string | undefined {
  const day = releaseDate(created);
  return day && writeDay(day);
}
