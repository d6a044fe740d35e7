/** Reads the caption of Mochi Diffusion: `Include in Image: a fox; Exclude from Image: blurry; Model: …; Generator: Mochi Diffusion 6.0`. */
import { fieldOf, type OriginField, toOrigin } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Mochi Diffusion";
const start = "Include in Image: ";
/** Before each of its fields. A prompt may contain semicolons, too. */
const separator =
  /;\s*(?=(?:Exclude from Image|Model|Steps|Guidance Scale|Seed|Size|Upscaler|Scheduler|ML Compute Unit|Generator|Quality|Starting Image|Strength): )/;

export const mochiDiffusion: Generator = {
  name,
  read: (texts) =>
    firstRead(textsNamed(texts, ...commentKeywords), (text) => {
      if (!text.startsWith(start)) return undefined;
      const fields = text.split(separator).map((field): OriginField => {
        const colon = field.indexOf(": ");
        return [field.slice(0, colon), field.slice(colon + 2)];
      });
      const find = (field: string) => fieldOf({ fields }, field);
      const tool = find("generator");
      if (tool?.startsWith(name) !== true) return undefined;
      const known = ["Include in Image", "Exclude from Image", "Model", "Generator"];
      return toOrigin({
        tool,
        model: find("model"),
        prompt: find("include in image"),
        negativePrompt: find("exclude from image"),
        fields: fields.filter(([field]) => !known.includes(field)),
      });
    }),
};
