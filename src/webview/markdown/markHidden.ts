/** Shows characters that cannot be seen, so that code is what it looks like. VS Code's editor marks them too. */
import { findHidden, nameCharacter } from "../../contract/hiddenCharacters.ts";

/** The texts of the elements stay the same: only elements are added around the characters. */
export function markHidden(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node instanceof Text) texts.push(node);
  for (const text of texts) markText(text);
}

function markText(text: Text): void {
  const parent = text.parentElement;
  if (parent?.classList.contains("hidden-character")) return;
  const where = parent?.closest("code, pre, .code-lines, .attached-text") ? "code" : "text";
  const content = text.data;
  const found = findHidden(content, where);
  if (found.length === 0) return;
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const { index, character } of found) {
    parts.push(content.slice(from, index), createMark(character));
    from = index + character.length;
  }
  text.replaceWith(...parts, content.slice(from));
}

function createMark(character: string): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "hidden-character";
  mark.dataset.name = nameCharacter(character);
  mark.title = nameCharacter(character);
  mark.textContent = character;
  return mark;
}
