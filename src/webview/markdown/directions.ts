/** Sets the directions of an answer's blocks: from left to right, or from right to left. */

/** All items of a list, all paragraphs of a quote and all cells of a table have one direction: that of the first letters. */
const wholes = "ul, ol, dl, blockquote, table, .alert, .footnotes";
const blocks = "p, h1, h2, h3, h4, h5, h6, summary";
/** What is written from left to right in any text. */
const leftToRight = "code, pre, kbd, samp, math";

/**
 * The first letter with a direction determines that of a block. Code, links and formulas in it have their own, so that they neither determine
 * the block's nor are mirrored by it. Source: HTML, "The dir attribute"; Unicode Standard Annex 9.
 */
export function setDirections(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll<HTMLElement>(leftToRight))
    if (element.closest(".code-block") === null) element.dir = "ltr";
  for (const link of fragment.querySelectorAll<HTMLElement>("a")) if (!isAlone(link)) link.dir = "auto";
  for (const whole of fragment.querySelectorAll<HTMLElement>(wholes)) whole.dir = "auto";
  for (const block of fragment.querySelectorAll<HTMLElement>(blocks)) if (block.closest(wholes) === null) block.dir = "auto";
}

/** Whether a link is all of its block, whose direction it then determines. */
function isAlone(link: HTMLElement): boolean {
  const block = link.closest(`${blocks}, li, td, th, dt, dd`);
  return block !== null && block.textContent.trim() === link.textContent.trim();
}
