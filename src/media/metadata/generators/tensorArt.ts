/** Reads the JSON that Tensor.Art writes into PNG, beside a graph of ComfyUI in which its prompt is spread over many nodes. */
import { withoutZeros } from "../container.ts";
import { parseObject, toObject, toOrigin } from "../origin.ts";
import { firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Tensor.Art";

export const tensorArt: Generator = {
  name,
  read: (texts) =>
    firstRead(textsNamed(texts, "generation_data"), (text) => {
      const { prompt, negativePrompt, baseModel, ...others } = parseObject(withoutZeros(text)) ?? {};
      if (typeof prompt !== "string") return undefined;
      return toOrigin({
        tool: name,
        model: toObject(baseModel)?.modelFileName,
        prompt,
        negativePrompt,
        fields: Object.entries(others),
      });
    }),
};
