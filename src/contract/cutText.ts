/** At most so many UTF-16 units of the start, not within what is seen as one character, such as an emoji of several. */
export function cutText(text: string, units: number): string {
  if (text.length <= units) return text;
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  const end = graphemes.segment(text).containing(units)?.index ?? units;
  return text.slice(0, end > 0 ? end : units).toWellFormed();
}
