/** Models of images as a configuration describes them. */
const range = (maximum: number) => ({ minimum: 0, maximum });

/** What an address with OpenAI's interface does not report itself. The names are those of SGLang and vLLM-Omni. */
export const capabilities = {
  ...{ image: 1, mask: true, background: ["transparent"], output_format: ["png"], negative_prompt: true, n: range(4), seed: range(99) },
  ...{ strength: range(1), steps: range(50), guidance: range(20) },
};
/** Departs from the image by the strength, and writes the other values into a comment. */
const tint = ["-channel", "R", "-fx", "u*(1-{strength})+{strength}", "-channel", "B", "-fx", "u*(1-{strength})", "+channel"];
const comment = "seed={seed} steps={steps} guidance={guidance} not={negative_prompt} {background} {output_format}";
export const magick = {
  type: "command",
  models: {
    tinted: {
      kinds: ["image"],
      run: ["convert", "{image}", ...tint, "-set", "comment", comment, "{output}"],
      output: { format: "png" },
      capabilities: { output_format: ["png"], background: ["transparent"] },
    },
    enlarged: { kinds: ["image"], run: ["convert", "{image}", "-scale", "{upscale}00%", "{output}"], output: { format: "png" } },
  },
};
