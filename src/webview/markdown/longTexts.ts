/** Divides texts of many thousand characters without a line break, because a browser lays out one line box after another. */

/** UTF-16 code units of a text that is divided, and of each part of it. */
const longestText = 20_000;
const partLength = 4000;

/** The end of a part: after the last white space, so that no word is divided, unless there is none. */
function endOfPart(text: string, start: number): number {
  const end = start + partLength;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(" ", end);
  if (space > start) return space + 1;
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return isPair ? end - 1 : end;
}

/** The parts that are not visible are neither laid out nor painted. A text that grows keeps its first parts. */
export function divideLongTexts(fragment: DocumentFragment): void {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const long: Text[] = [];
  while (walker.nextNode())
    if (
      walker.currentNode instanceof Text &&
      walker.currentNode.data.length > longestText &&
      !walker.currentNode.parentElement?.closest("pre")
    )
      long.push(walker.currentNode);
  for (const node of long) {
    const parts: HTMLElement[] = [];
    for (let start = 0; start < node.data.length; ) {
      const end = endOfPart(node.data, start);
      const part = document.createElement("span");
      part.className = "text-part";
      part.textContent = node.data.slice(start, end);
      parts.push(part);
      start = end;
    }
    node.replaceWith(...parts);
  }
}
