/** The package has no types of its own. */
declare module "subset-font" {
  /** Resolves with a font that contains only the characters of `text` that `font` has. */
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: "truetype" }): Promise<Buffer>;
}
