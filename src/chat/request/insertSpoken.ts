/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
/** A word follows these without a space. */
const opening = /[\s([{<"'«„‚“‘¿¡/@#`-]$/u;
/** These follow a word without a space. */
const closing = /^[\s)\]}>.,;:!?»”’%`]/u;

/** Inserts a dictated text behind `before`, the beginning of the draft, or at its end if it no longer begins so. */
export function insertSpoken(draft: string, spoken: string, before = draft): string {
  const start = draft.startsWith(before) ? before : draft;
  const end = draft.slice(start.length);
  const last = [...start].at(-1) ?? "";
  const first = [...end][0] ?? "";
  const isUnspaced = (character: string, neighbour: string | undefined) => unspaced.test(character) && unspaced.test(neighbour ?? "");
  const left = start === "" || opening.test(start) || isUnspaced(last, [...spoken][0]) ? "" : " ";
  const right = end === "" || closing.test(end) || isUnspaced(first, [...spoken].at(-1)) ? "" : " ";
  return start + left + spoken + right + end;
}
