/**
 * Reads the Exif tags of Black Forest Labs' own program: `Make`, `Model`, `Software` (`AI generated;txt2img;flux`) and, if wanted, the prompt.
 * Source: flux, src/flux/util.py.
 */
import { toOrigin } from "../origin.ts";
import { type Generator, textsNamed } from "./generator.ts";

const name = "FLUX";
const start = "AI generated";

export const flux: Generator = {
  name,
  read(texts) {
    const find = (keyword: string) => textsNamed(texts, keyword)[0];
    const software = find("software") ?? "";
    if (find("make") !== "Black Forest Labs" || !software.startsWith(start)) return undefined;
    return toOrigin({
      tool: name,
      model: find("model"),
      prompt: find("imagedescription"),
      negativePrompt: undefined,
      fields: [["Software", software]],
    });
  },
};
