/** The package has no types of its own. */
declare module "subset-font" {
  /** Resolves with a font that holds the characters of `text` which the given one has, and no others. */
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: "truetype" }): Promise<Buffer>;
}
