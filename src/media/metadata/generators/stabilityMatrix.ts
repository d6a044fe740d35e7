/** Reads the JSON that the inference of Stability Matrix writes into PNG, beside the same as a text of AUTOMATIC1111 and its own project. */
import { parseObject, toFields, toOrigin, toText } from "../origin.ts";
import { firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Stability Matrix";

export const stabilityMatrix: Generator = {
  name,
  read: (texts) =>
    firstRead(textsNamed(texts, "parameters-json"), (text) => {
      const values = parseObject(text);
      if (values === undefined || typeof values.PositivePrompt !== "string") return undefined;
      const { PositivePrompt, NegativePrompt, ModelName, ...others } = values;
      return toOrigin({
        tool: name,
        model: toText(ModelName),
        prompt: toText(PositivePrompt),
        negativePrompt: toText(NegativePrompt),
        fields: toFields(Object.entries(others)),
      });
    }),
};
