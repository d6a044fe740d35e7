/** Messages in the order in which versions of ComfyUI send them. Source: ComfyUI, `execution.py` and `progress.py`. */
import { expect, test } from "vitest";
import { createWorkflowProgress } from "../../../../src/providers/engines/workflowProgress.ts";

type Message = [type: string, data: Record<string, unknown>];
const started: Message = ["execution_start", { prompt_id: "p1", timestamp: 1 }];
const executing = (node: string | null, display = node): Message => ["executing", { node, display_node: display, prompt_id: "p1" }];
const progress = (value: number, max: number, node?: string): Message => [
  "progress",
  { value, max, prompt_id: "p1", ...(node ? { node } : {}) },
];
const cached = (...nodes: string[]): Message => ["execution_cached", { nodes, prompt_id: "p1", timestamp: 2 }];
const executed = (node: string): Message => ["executed", { node, display_node: node, output: { images: [] }, prompt_id: "p1" }];
const states = (nodes: Record<string, unknown>): Message => ["progress_state", { prompt_id: "p1", nodes }];
const finished = { value: 1, max: 1, state: "finished" };
const running = (value: number, max = 20) => ({ value, max, state: "running" });

const sequences: Record<string, { nodes: number; messages: [Message, number | undefined][] }> = {
  "nodes one after another, one of which reports its steps": {
    nodes: 4,
    messages: [
      [started, undefined],
      [cached(), 0],
      [executing("4"), undefined],
      [executing("3"), 25],
      [progress(5, 20, "3"), 31],
      [progress(10, 20, "3"), 37],
      [progress(20, 20, "3"), 50],
      [executing("8"), undefined],
      [executing("9"), 75],
      [executed("9"), undefined],
    ],
  },
  "a model that is loaded with a progress of its own before the steps": {
    nodes: 2,
    messages: [
      [executing("4"), 0],
      [progress(1, 1, "4"), 50],
      [executing("3"), undefined],
      [progress(0, 20, "3"), undefined],
      [progress(1, 20, "3"), 52],
      [progress(19, 20, "3"), 97],
    ],
  },
  "steps without the name of their node, of older versions": {
    nodes: 2,
    messages: [
      [["executing", { node: "3", prompt_id: "p1" }], 0],
      [["progress", { value: 10, max: 20 }], 25],
      [["executing", { node: "9", prompt_id: "p1" }], 50],
    ],
  },
  "cached nodes, which are done": {
    nodes: 4,
    messages: [
      [started, undefined],
      [cached("1", "2"), 50],
      [executing("3"), undefined],
      [progress(10, 20, "3"), 62],
    ],
  },
  "two samplers, the second of which starts at zero": {
    nodes: 2,
    messages: [
      [executing("3"), 0],
      [progress(20, 20, "3"), 50],
      [executing("7"), undefined],
      [progress(0, 20, "7"), undefined],
      [progress(10, 20, "7"), 75],
      [progress(20, 20, "7"), 100],
    ],
  },
  "a node that starts again after its lazy input": {
    nodes: 4,
    messages: [
      [executing("1"), 0],
      [executing("2"), 25],
      [executing("1"), 50],
      [progress(1, 2, "1"), undefined],
      [executing("3"), undefined],
    ],
  },
  "a node that expands itself counts once": {
    nodes: 2,
    messages: [
      [executing("5"), 0],
      [executing("5.0.0.1", "5"), undefined],
      [progress(9, 9, "5.0.0.1"), undefined],
      [executing("5.0.0.2", "5"), undefined],
      [executing("5"), undefined],
      [executing("9"), 50],
    ],
  },
  "states of all nodes, of newer versions": {
    nodes: 4,
    messages: [
      [cached("1"), 25],
      [states({ "2": running(0) }), undefined],
      [executing("2"), undefined],
      [states({ "2": finished, "3": running(5) }), 56],
      [progress(5, 20, "3"), undefined],
      [states({ "2": finished, "3": running(10), "4": running(1, 2), "3.0.1": finished }), 75],
      [states({ "2": finished, "3": finished, "4": finished }), 100],
    ],
  },
  "nodes that run at the same time": {
    nodes: 4,
    messages: [
      [states({ "1": running(0) }), 0],
      [executing("1"), undefined],
      [executing("2"), undefined],
      [states({ "1": running(10), "2": running(10) }), 25],
    ],
  },
  "more nodes than the workflow has": {
    nodes: 1,
    messages: [
      [cached("1", "2", "3"), 100],
      [executing("4"), undefined],
    ],
  },
  "values that cannot be read": {
    nodes: 2,
    messages: [
      [progress(3, 2, "1"), undefined],
      [progress(1, 0, "1"), undefined],
      [progress(-1, 2, "1"), undefined],
      [["progress", { value: "1", max: 2 }], undefined],
      [["execution_cached", { nodes: 3 }], undefined],
      [["progress_state", { nodes: [] }], undefined],
      [["executing", { node: 3 }], undefined],
      [["crystools.monitor", { cpu_utilization: 3 }], undefined],
      [executing(null), undefined],
    ],
  },
  "a workflow whose size is unknown": { nodes: 0, messages: [[progress(1, 2, "1"), undefined]] },
};

test.each(Object.entries(sequences))("%s", (_, { nodes, messages }) => {
  const read = createWorkflowProgress(nodes);
  expect(messages.map(([[type, data]]) => read(type, data))).toEqual(messages.map(([, percent]) => percent));
});
