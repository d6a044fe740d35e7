/** Updates the nodes on screen where they differ from the wanted ones. */
import { diagramSource } from "../diagrams/diagramView.ts";

function morphAttributes(old: Element, wanted: Element): void {
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** Replaces only the text after the common prefix, so that a selection in the prefix is kept. */
function morphText(old: CharacterData, wanted: string): void {
  const { data } = old;
  if (data === wanted) return;
  let same = 0;
  while (same < data.length && data.charCodeAt(same) === wanted.charCodeAt(same)) same += 1;
  old.replaceData(same, data.length - same, wanted.slice(same));
}

/** The source of a formula or diagram, which is replaced as a whole. */
function sourceOf(node: ChildNode): string | undefined {
  return diagramSource(node) ?? (node instanceof HTMLElement ? node.dataset.formula : undefined);
}

function morphNode(old: ChildNode, wanted: ChildNode): ChildNode {
  const [shown, source] = [sourceOf(old), sourceOf(wanted)];
  if (shown !== undefined && shown === source) return old;
  if (shown !== source || old.nodeType !== wanted.nodeType || old.nodeName !== wanted.nodeName) {
    old.replaceWith(wanted);
    return wanted;
  }
  if (old instanceof CharacterData && wanted instanceof CharacterData) morphText(old, wanted.data);
  if (old instanceof Element && wanted instanceof Element) {
    morphAttributes(old, wanted);
    morphNodes(old, [...old.childNodes], [...wanted.childNodes]);
  }
  return old;
}

/**
 * Changes `old`, adjacent nodes in `parent`, to `wanted`. Focus and selection in unchanged nodes are kept. Returns the nodes that now
 * correspond to `wanted`. If `old` is empty, the new nodes are inserted before `before`.
 */
export function morphNodes(parent: Node, old: readonly ChildNode[], wanted: readonly ChildNode[], before: Node | null = null): ChildNode[] {
  const last = old.at(-1);
  const after = last === undefined ? before : last.nextSibling;
  const inserted = wanted.map((node, index) => {
    const present = old[index];
    if (present !== undefined) return morphNode(present, node);
    parent.insertBefore(node, after);
    return node;
  });
  for (const node of old.slice(wanted.length)) node.remove();
  return inserted;
}
