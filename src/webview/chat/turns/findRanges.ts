/** Finds the ranges of an element that contain a text, ignoring case. */

/** Lower case with unchanged lengths: a few characters, such as İ, are longer in lower case. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text].map((character) => (character.toLowerCase().length === character.length ? character.toLowerCase() : character)).join("");
}

export function findRanges(root: Element, query: string): Range[] {
  const wanted = foldCase(query);
  if (wanted === "") return [];
  const ranges: Range[] = [];
  const texts: Text[] = [];
  const starts: number[] = [];
  let whole = "";
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("button, .turn-footer, .code-header") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    if (!(walker.currentNode instanceof Text)) continue;
    texts.push(walker.currentNode);
    starts.push(whole.length);
    whole += foldCase(walker.currentNode.data);
  }
  let at = 0;
  const seek = (offset: number): [Text, number] | undefined => {
    while (at + 1 < texts.length && (starts[at + 1] ?? 0) <= offset) at += 1;
    const text = texts[at];
    return text === undefined ? undefined : [text, Math.min(offset - (starts[at] ?? 0), text.length)];
  };
  for (let start = whole.indexOf(wanted); start >= 0; start = whole.indexOf(wanted, start + wanted.length)) {
    const from = seek(start);
    const to = seek(start + wanted.length - 1);
    if (from === undefined || to === undefined) continue;
    const range = document.createRange();
    range.setStart(...from);
    range.setEnd(to[0], Math.min(to[1] + 1, to[0].length));
    ranges.push(range);
  }
  return ranges;
}
