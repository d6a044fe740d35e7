/** Finds what is missing at the end of a text. */

/** The part of `written` that follows its longest beginning with which `text` ends. Lines may end differently in each. */
export function restAfter(text: string, written: string): string {
  const whole = withNewlines(written);
  const end = withNewlines(text).slice(-whole.length);
  const borders = findBorders(whole);
  let matched = 0;
  for (let index = 0; index < end.length; index += 1) {
    while (matched > 0 && (matched === whole.length || end[index] !== whole[matched])) matched = borders[matched - 1] ?? 0;
    if (end[index] === whole[matched]) matched += 1;
  }
  return whole.slice(matched);
}

export const withNewlines = (text: string) => text.replaceAll("\r\n", "\n");

/** For each beginning of the text, the length of the longest shorter one with which it ends (Knuth, Morris and Pratt). */
function findBorders(text: string): readonly number[] {
  const borders = [0];
  let matched = 0;
  for (let index = 1; index < text.length; index += 1) {
    while (matched > 0 && text[index] !== text[matched]) matched = borders[matched - 1] ?? 0;
    if (text[index] === text[matched]) matched += 1;
    borders.push(matched);
  }
  return borders;
}
