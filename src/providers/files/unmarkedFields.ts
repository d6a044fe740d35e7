/** The same file with a visible mark of its service and without, or smaller. Sources: PiAPI, "Kling" and "Luma"; Kie, "Sora"; Kling; Vidu; Higgsfield. */
import { isFields, plainName } from "../errorReason.ts";
import { isLink } from "./readContent.ts";

/** In plain names of files without the mark. The rest of such a name ends that of the marked file: `videoWithoutWatermark` is beside `video`. */
const withoutMark = /(?:without|no|un)watermark(?:ed)?|(?<=^video)raw$/;

/** The fields of an object but for the marked file, if one without a mark is beside it, and for the small one that is `min` beside `raw`. */
export function unmarkedFields(fields: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
  const entries = Object.entries(fields).filter(([name]) => name !== "min" || !holdsLink(fields.raw, 0));
  const named = entries.map(([name, value]) => ({ plain: plainName(name), value }));
  if (!named.some(({ plain }) => plain.includes("watermark") || withoutMark.test(plain))) return entries;
  const files = named.filter(({ value }) => holdsLink(value, 0)).map(({ plain }) => plain);
  const unmarked = files.filter((plain) => withoutMark.test(plain)).map((plain) => plain.replace(withoutMark, ""));
  const hasUnmarked = files.some((plain) => withoutMark.test(plain) || !plain.includes("watermark"));
  return entries.filter(([name]) => {
    const plain = plainName(name);
    if (withoutMark.test(plain)) return true;
    return plain.includes("watermark") ? !hasUnmarked : !unmarked.some((end) => end !== "" && plain.endsWith(end));
  });
}

function holdsLink(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value !== "" && isLink(value);
  return depth < 2 && (isFields(value) || Array.isArray(value)) && Object.values(value).some((inner) => holdsLink(inner, depth + 1));
}
