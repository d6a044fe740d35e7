/** The nodes of ComfyUI's graph, and the links between them. */

export interface Node {
  type: string;
  inputs: Readonly<Record<string, unknown>>;
}

export type Graph = ReadonlyMap<string, Node>;

/** A link consists of a node's id and the number of its output. undefined: a value, or a node that does not exist. */
export function linkedNode(graph: Graph, value: unknown): { node: Node; output: number } | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [id, output]: unknown[] = value;
  const node = typeof id === "string" || typeof id === "number" ? graph.get(String(id)) : undefined;
  return node && { node, output: typeof output === "number" ? output : 0 };
}

/** A node and all nodes that lead to it, the nearest first. @param only the input to follow, of nodes that have it. */
export function nodesBehind(graph: Graph, start: Node, only?: string): Node[] {
  const found = new Set([start]);
  for (const node of found) {
    const followed = only !== undefined && only in node.inputs ? [node.inputs[only]] : Object.values(node.inputs);
    for (const value of followed) {
      const next = linkedNode(graph, value)?.node;
      if (next !== undefined) found.add(next);
    }
  }
  return [...found];
}
