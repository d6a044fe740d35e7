/** Divides a text into pieces that are spoken one after another, so that memory does not grow with the text. */

/** Characters. Flite needs 220 kB for each character of one piece. */
const longestPiece = 400;

export interface SpokenPiece {
  text: string;
  /** Seconds of silence after it. */
  pause: number;
}

const pauses = { sentence: 0.2, paragraph: 0.6, none: 0 } as const;

export function splitSpeech(text: string): SpokenPiece[] {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim());
  const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
  return paragraphs
    .filter((paragraph) => /[\p{L}\p{Nd}]/u.test(paragraph))
    .flatMap((paragraph) => {
      const pieces = [...sentences.segment(paragraph)].flatMap(({ segment }) => cut(segment.trim()));
      return pieces
        .filter(({ text: piece }) => /[\p{L}\p{Nd}]/u.test(piece))
        .map((piece, index, all) => (index === all.length - 1 ? { ...piece, pause: pauses.paragraph } : piece));
    });
}

/** Cuts a long sentence after a comma, or else between words, or else anywhere. */
function cut(sentence: string): SpokenPiece[] {
  const pieces: SpokenPiece[] = [];
  let rest = sentence;
  while (rest.length > longestPiece) {
    const part = rest.slice(0, longestPiece);
    const comma = Math.max(part.lastIndexOf(", "), part.lastIndexOf("; "), part.lastIndexOf(": "));
    const end = comma > longestPiece / 3 ? comma + 1 : part.lastIndexOf(" ") > 0 ? part.lastIndexOf(" ") : longestPiece;
    pieces.push({ text: rest.slice(0, end), pause: pauses.none });
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, { text: rest, pause: pauses.sentence }];
}
