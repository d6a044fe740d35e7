/** Reads the JSON that the inference of Stability Matrix writes into PNG, beside its own project and the same values in the form of AUTOMATIC1111. */
import { parseObject, toOrigin } from "../origin.ts";
import { firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Stability Matrix";

export const stabilityMatrix: Generator = {
  name,
  read: (texts) =>
    firstRead(textsNamed(texts, "parameters-json"), (text) => {
      const { PositivePrompt, NegativePrompt, ModelName, ...others } = parseObject(text) ?? {};
      if (typeof PositivePrompt !== "string") return undefined;
      return toOrigin({
        tool: name,
        model: ModelName,
        prompt: PositivePrompt,
        negativePrompt: NegativePrompt,
        fields: Object.entries(others),
      });
    }),
};
