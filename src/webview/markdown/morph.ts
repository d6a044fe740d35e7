/** Nodes on screen and the nodes that should be there in; the same nodes on screen, changed where they differ, out. */

function morphAttributes(old: Element, wanted: Element): void {
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** Appends where the text only grew: a selection inside it stays. */
function morphText(old: CharacterData, wanted: string): void {
  if (old.data === wanted) return;
  if (wanted.startsWith(old.data)) old.appendData(wanted.slice(old.data.length));
  else old.data = wanted;
}

function morphNode(old: ChildNode, wanted: ChildNode): ChildNode {
  if (old.nodeType !== wanted.nodeType || old.nodeName !== wanted.nodeName) {
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
 * Turns `old`, neighbours in `parent`, into `wanted`; focus and selection in what does not change are kept.
 * Returns the nodes that are now in `wanted`'s places. Nodes after `old` stay where they are.
 */
export function morphNodes(parent: Node, old: readonly ChildNode[], wanted: readonly ChildNode[]): ChildNode[] {
  const after = old.at(-1)?.nextSibling ?? null;
  const placed = wanted.map((node, index) => {
    const before = old[index];
    if (before !== undefined) return morphNode(before, node);
    parent.insertBefore(node, after);
    return node;
  });
  for (const node of old.slice(wanted.length)) node.remove();
  return placed;
}
