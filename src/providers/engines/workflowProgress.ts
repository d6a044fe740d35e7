/**
 * How much of a workflow ComfyUI has executed: nodes that are done, and parts of those that run. Source: ComfyUI, "Messages" of the server, and
 * `progress.py`.
 */
import { isFields } from "../errorReason.ts";

/** Reads a message about the prompt. Returns the percentage if it has changed; it never falls. */
export type WorkflowProgress = (type: unknown, data: Readonly<Record<string, unknown>>) => number | undefined;

/** `nodes`: how many the workflow has. Nodes that no output needs are never executed. */
export function createWorkflowProgress(nodes: number): WorkflowProgress {
  const done = new Set<string>();
  /** The parts of nodes that run, from 0 to 1. */
  let parts = new Map<string, number>();
  let current: string | undefined;
  /** Newer versions send the state of each node, and execute several at a time. */
  let hasStates = false;
  let reported: number | undefined;

  function startNode(node: string): void {
    if (!hasStates && current !== undefined && current !== node) done.add(current);
    current = node;
    if (!parts.has(node)) parts.set(node, 0);
  }

  function readStates(states: Readonly<Record<string, unknown>>): void {
    hasStates = true;
    parts = new Map();
    for (const [node, state] of Object.entries(states)) {
      if (!isFields(state) || isInner(node)) continue;
      if (state.state === "finished") done.add(node);
      if (state.state === "running") parts.set(node, partOf(state) ?? 0);
    }
  }

  /** Whether the message says something about a node. */
  function read(type: unknown, data: Readonly<Record<string, unknown>>): boolean {
    const node = outerNode(data.display_node ?? data.node);
    switch (type) {
      case "execution_cached":
        if (!Array.isArray(data.nodes)) return false;
        for (const id of data.nodes) if (typeof id === "string" && !isInner(id)) done.add(id);
        return true;
      case "executing":
        if (node !== undefined) startNode(node);
        return node !== undefined;
      case "progress": {
        const part = partOf(data);
        // Older versions do not name the node.
        const running = node ?? current ?? "";
        if (part === undefined || (typeof data.node === "string" && isInner(data.node))) return false;
        parts.set(running, part);
        return true;
      }
      case "progress_state":
        if (!isFields(data.nodes)) return false;
        readStates(data.nodes);
        return true;
      default:
        return false;
    }
  }

  return (type, data) => {
    if (!read(type, data) || nodes < 1) return undefined;
    const running = [...parts].reduce((sum, [node, part]) => sum + (done.has(node) ? 0 : part), 0);
    const percent = Math.min(100, Math.floor(((done.size + running) / nodes) * 100));
    if (reported !== undefined && percent <= reported) return undefined;
    reported = percent;
    return percent;
  };
}

/** A node that expands itself has inner nodes, such as `5.0.0.2`, which are no nodes of the workflow. */
const isInner = (node: string) => node.includes(".");

function outerNode(node: unknown): string | undefined {
  return typeof node === "string" ? node.replace(/\..*/s, "") : undefined;
}

function partOf({ value, max }: Readonly<Record<string, unknown>>): number | undefined {
  const part = typeof value === "number" && typeof max === "number" ? value / max : Number.NaN;
  return part >= 0 && part <= 1 ? part : undefined;
}
