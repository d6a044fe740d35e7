import { withoutEnding } from "../../contract/fileFormats.ts";

/** The name pattern, relative to a document's folder, of the files that it generates. `name`: the document's, `output`: its field. */
export function outputPattern(name: string, output: string | undefined): string {
  return withoutEnding(output ?? `generated/${name.replace(/\.gen\.md$/, "")}-{n}`);
}
