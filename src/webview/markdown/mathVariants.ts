/** Letters in mathematical styles. Source: Unicode, "Mathematical Alphanumeric Symbols". MathML Core has no attribute for them. */

/** The code points of A, a, 0, Α and α; 0: not in this style. */
type Style = readonly [upper: number, lower: number, digit: number, upperGreek: number, lowerGreek: number];

const styles: Record<string, Style> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce, 0x1d6a8, 0x1d6c2],
  "bold-italic": [0x1d468, 0x1d482, 0, 0x1d71c, 0x1d736],
  script: [0x1d49c, 0x1d4b6, 0, 0, 0],
  fraktur: [0x1d504, 0x1d51e, 0, 0, 0],
  "double-struck": [0x1d538, 0x1d552, 0x1d7d8, 0, 0],
  "sans-serif": [0x1d5a0, 0x1d5ba, 0x1d7e2, 0, 0],
  "bold-sans-serif": [0x1d5d4, 0x1d5ee, 0x1d7ec, 0, 0],
  "sans-serif-italic": [0x1d608, 0x1d622, 0, 0, 0],
  "sans-serif-bold-italic": [0x1d63c, 0x1d656, 0, 0, 0],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6, 0, 0],
};

/** Letters that Unicode had already encoded elsewhere. */
const earlier: Record<string, string> = {
  script: "B\u212CE\u2130F\u2131H\u210BI\u2110L\u2112M\u2133R\u211Be\u212Fg\u210Ao\u2134",
  fraktur: "C\u212DH\u210CI\u2111R\u211CZ\u2128",
  "double-struck": "C\u2102H\u210DN\u2115P\u2119Q\u211AR\u211DZ\u2124",
};

const ranges = ["AZ", "az", "09", "\u0391\u03A9", "\u03B1\u03C9"];

/** Characters that do not exist in the style are not changed. */
export function toVariant(text: string, variant: string): string {
  const style = styles[variant];
  if (style === undefined) return text;
  return [...text]
    .map((character) => {
      const known = earlier[variant] ?? "";
      const at = known.indexOf(character);
      if (at >= 0 && at % 2 === 0) return known.charAt(at + 1);
      const range = ranges.findIndex(([first = "", last = ""]) => character >= first && character <= last);
      const start = style[range] ?? 0;
      const first = ranges[range]?.charCodeAt(0) ?? 0;
      return start === 0 ? character : String.fromCodePoint(start + (character.charCodeAt(0) - first));
    })
    .join("");
}
