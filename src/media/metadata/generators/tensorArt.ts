/** Reads the JSON that Tensor.Art writes into PNG, beside a graph of ComfyUI in which its prompt is spread over many nodes. */
import { parseObject, toFields, toObject, toOrigin, toText } from "../origin.ts";
import { firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Tensor.Art";

export const tensorArt: Generator = {
  name,
  read: (texts) =>
    firstRead(textsNamed(texts, "generation_data"), (text) => {
      // The text ends with a zero.
      const values = parseObject(text.replace(/(?<!\0)\0+$/, ""));
      if (values === undefined || typeof values.prompt !== "string") return undefined;
      const { prompt, negativePrompt, baseModel, ...others } = values;
      return toOrigin({
        tool: name,
        model: toText(toObject(baseModel)?.modelFileName),
        prompt: toText(prompt),
        negativePrompt: toText(negativePrompt),
        fields: toFields(Object.entries(others)),
      });
    }),
};
