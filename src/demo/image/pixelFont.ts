/** Paints capital letters as small squares. */
import { type Canvas, type Colour, paintShape } from "./canvas.ts";

/** Seven rows of five dots each, from the top, as bits from the left; our own design. */
const glyphs: Readonly<Record<string, string>> = {
  A: "01110 10001 10001 11111 10001 10001 10001",
  B: "11110 10001 10001 11110 10001 10001 11110",
  C: "01110 10001 10000 10000 10000 10001 01110",
  D: "11100 10010 10001 10001 10001 10010 11100",
  E: "11111 10000 10000 11110 10000 10000 11111",
  F: "11111 10000 10000 11110 10000 10000 10000",
  G: "01110 10001 10000 10111 10001 10001 01111",
  H: "10001 10001 10001 11111 10001 10001 10001",
  I: "01110 00100 00100 00100 00100 00100 01110",
  J: "00111 00010 00010 00010 00010 10010 01100",
  K: "10001 10010 10100 11000 10100 10010 10001",
  L: "10000 10000 10000 10000 10000 10000 11111",
  M: "10001 11011 10101 10101 10001 10001 10001",
  N: "10001 11001 10101 10101 10011 10001 10001",
  O: "01110 10001 10001 10001 10001 10001 01110",
  P: "11110 10001 10001 11110 10000 10000 10000",
  Q: "01110 10001 10001 10001 10101 10010 01101",
  R: "11110 10001 10001 11110 10100 10010 10001",
  S: "01111 10000 10000 01110 00001 00001 11110",
  T: "11111 00100 00100 00100 00100 00100 00100",
  U: "10001 10001 10001 10001 10001 10001 01110",
  V: "10001 10001 10001 10001 10001 01010 00100",
  W: "10001 10001 10001 10101 10101 11011 10001",
  X: "10001 10001 01010 00100 01010 10001 10001",
  Y: "10001 10001 01010 00100 00100 00100 00100",
  Z: "11111 00001 00010 00100 01000 10000 11111",
  "0": "01110 10001 10011 10101 11001 10001 01110",
  "1": "00100 01100 00100 00100 00100 00100 01110",
  "2": "01110 10001 00001 00110 01000 10000 11111",
  "3": "11110 00001 00001 01110 00001 00001 11110",
  "4": "00010 00110 01010 10010 11111 00010 00010",
  "5": "11111 10000 11110 00001 00001 10001 01110",
  "6": "01110 10000 10000 11110 10001 10001 01110",
  "7": "11111 00001 00010 00100 01000 01000 01000",
  "8": "01110 10001 10001 01110 10001 10001 01110",
  "9": "01110 10001 10001 01111 00001 00001 01110",
  ".": "00000 00000 00000 00000 00000 01100 01100",
  ",": "00000 00000 00000 00000 01100 00100 01000",
  ":": "00000 01100 01100 00000 01100 01100 00000",
  "-": "00000 00000 00000 11111 00000 00000 00000",
  "'": "00100 00100 01000 00000 00000 00000 00000",
  "!": "00100 00100 00100 00100 00100 00000 00100",
  "?": "01110 10001 00001 00110 00100 00000 00100",
  "/": "00001 00010 00010 00100 01000 01000 10000",
  "+": "00000 00100 00100 11111 00100 00100 00000",
  "(": "00010 00100 01000 01000 01000 00100 00010",
  ")": "01000 00100 00010 00010 00010 00100 01000",
};

/** Dots from one letter to the next, and the height of a letter in dots. */
export const letterAdvance = 6;
export const letterHeight = 7;

/** The part of a text that the font can draw: accents are removed, other characters become spaces. */
export function drawableText(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
  const known = Array.from(plain, (letter) => (Object.hasOwn(glyphs, letter) ? letter : " ")).join("");
  return known.replace(/\s+/g, " ").trim();
}

/** `dot` is the size of a dot in pixels; `left` and `top` are the position of the first letter. */
export function paintText(canvas: Canvas, text: string, left: number, top: number, dot: number, colour: Colour, opacity: number): void {
  Array.from(text).forEach((letter, position) => {
    glyphs[letter]?.split(" ").forEach((bits, row) => {
      Array.from(bits).forEach((bit, column) => {
        if (bit !== "1") return;
        const x = left + (position * letterAdvance + column) * dot;
        const y = top + row * dot;
        paintShape(canvas, { left: x, top: y, right: x + dot, bottom: y + dot }, colour, () => opacity);
      });
    });
  });
}
