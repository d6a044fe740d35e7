/** Paints capital letters as small squares. */
import { type Canvas, paintShape, type RgbColour } from "./canvas.ts";

/** A letter and its seven rows from the top. A row is a digit of base 32, whose bits are five dots from the left. Our own design. */
const glyphs = new Map(
  `Aehhvhhh Buhhuhhu Cehggghe Dsihhhis Evgguggv Fvgguggg Gehgnhhf Hhhhvhhh Ie44444e J72222ic Khikokih Lggggggv Mhrllhhh Nhplljhh
Oehhhhhe Puhhuggg Qehhhlid Ruhhukih Sfgge11u Tv444444 Uhhhhhhe Vhhhhha4 Whhhllrh Xhha4ahh Yhha4444 Zv1248gv 0ehjlphe 14c4444e
2eh168gv 3u11e11u 426aiv22 5vgu11he 6egguhhe 7v124888 8ehhehhe 9ehhf11e .00000cc ,0000c48 :0cc0cc0 -000v000 '4480000 !4444404
?eh16404 /122488g +044v440 (2488842 )8422248`
    .split(/\s/)
    .map((glyph) => [glyph.charAt(0), Array.from(glyph.slice(1), (digit) => Number.parseInt(digit, 32))] as const),
);

/** Dots from one letter to the next, and the height of a letter in dots. */
export const letterAdvance = 6;
export const letterHeight = 7;

/** The part of a text that the font can draw: accents are removed, other characters become spaces. */
export function drawableText(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
  const known = Array.from(plain, (letter) => (glyphs.has(letter) ? letter : " ")).join("");
  return known.replace(/\s+/g, " ").trim();
}

/** `dot` is the size of a dot in pixels; `left` and `top` are the position of the first letter. */
export function paintText(canvas: Canvas, text: string, left: number, top: number, dot: number, colour: RgbColour, opacity: number): void {
  for (const [position, letter] of Array.from(text).entries()) {
    for (const [row, bits] of (glyphs.get(letter) ?? []).entries()) {
      for (let column = 0; column < 5; column += 1) {
        if (((bits >> (4 - column)) & 1) === 0) continue;
        const [x, y] = [left + (position * letterAdvance + column) * dot, top + row * dot];
        paintShape(canvas, { left: x, top: y, right: x + dot, bottom: y + dot }, colour, () => opacity);
      }
    }
  }
}
