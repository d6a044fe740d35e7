/** The aim of each benchmark row. */

export interface Aim {
  /** "atLeast": more is better. */
  sort: "atLeast" | "atMost";
  /** In the row's unit. */
  value: number;
}

const atLeast = (value: number): Aim => ({ sort: "atLeast", value });
const atMost = (value: number): Aim => ({ sort: "atMost", value });

/** Rows without an entry are measured for comparison only. */
export const aims: Readonly<Record<string, Aim>> = {
  "service-models-vs-bare": atLeast(0.6),
  "service-images-vs-bare": atLeast(0.2),
  "service-stream-vs-bare": atLeast(0.4),
  "service-4gib-peak-mib": atMost(150),
  "service-endless-upstream-peak-mib": atMost(150),
  "service-endless-upstream-healthz-ms": atMost(100),
  // The same for the largest valid files: an answer must not need more because it ends.
  "service-large-answer-peak-mib": atMost(150),
  "service-large-answer-healthz-ms": atMost(100),
  "service-64-large-texts-peak-mib": atMost(1000),
  "service-10000-streams-kb-each": atMost(60),
  "gateway-first-token-overhead-ms": atMost(5),
  "gateway-first-token-vs-ai-sdk": atMost(1),
  "gateway-deltas-vs-ai-sdk": atLeast(1.5),
  "gateway-deltas-vs-portkey": atLeast(0.8),
  "gateway-200-streams-peak-mib": atMost(200),
  "gateway-image-16mib-vs-stored": atMost(1.2),
  "store-3650000-get-vs-10000": atMost(1.2),
  "store-3650000-list-vs-10000": atMost(1.2),
  "store-3650000-claim-vs-10000": atMost(1.2),
  "store-3650000-delete-vs-10000": atMost(1.2),
  "store-3650000-sweep-vs-10000": atMost(1.2),
  "cluster-3-vs-1-throughput": atLeast(2.4),
  "cluster-idle-queries-per-second": atMost(5),
  "media-256mib-vs-openai": atLeast(2.5),
  "media-256mib-vs-loop": atMost(1.25),
  "media-peak-growth-mib": atMost(64),
  "deltas-vs-openai-raw": atLeast(2.2),
  "deltas-vs-openai-stream": atLeast(10),
  "tasks-1000-requests-per-second": atMost(10),
  "tasks-wait-after-ready-ms": atMost(25),
  "tasks-wait-requests-per-30-s": atMost(1),
  "panel-vs-once": atMost(2),
  "panel-formulas-vs-once": atMost(1.5),
  "panel-p95-frame-ms": atMost(16.8),
  "panel-worst-frame-ms": atMost(50),
  "panel-lag-ms": atMost(65),
  "panel-workbench-lag-ms": atMost(250),
  "panel-vs-react-markdown": atLeast(6),
  "panel-vs-markdown-it": atLeast(1),
  "panel-first-paint-ms": atMost(76),
  "panel-conversation-paint-ms": atMost(76),
  "panel-1000-turns-open-ms": atMost(300),
  "panel-long-line-ms": atMost(500),
  "library-search-ms": atMost(50),
  "library-page-ms": atMost(10),
  "library-50000-open-ms": atMost(500),
  "library-scroll-p95-frame-ms": atMost(20),
  "library-50000-heap-mib": atMost(16),
  "mask-4000-p95-segment-ms": atMost(16.8),
  "mask-4000-page-p95-frame-ms": atMost(16.8),
  "mask-4000-page-worst-frame-ms": atMost(16.8),
  "demo-voice-realtime": atLeast(60),
  "upscale-1024-seconds": atMost(4),
  "prompt-diagnostics-ms": atMost(5),
  "prompt-completion-ms": atMost(10),
  "prompt-10000-edits-growth-mib": atMost(8),
  "prompt-tests-1000-discover-ms": atMost(1000),
  "prompt-compare-20x6-open-ms": atMost(300),
  "prompt-compare-20x6-p95-frame-ms": atMost(50),
  "mcp-start-ms": atMost(300),
  "mcp-call-overhead-ms": atMost(10),
  "mcp-image-tokens": atMost(4000),
  "mcp-agent-calls": atMost(5),
  "mcp-agent-tokens": atMost(6000),
  "activation-vs-empty-extension": atMost(1.5),
};

/** Whether a value reaches the aim of its row; undefined if it has none. */
export function reaches(name: string, value: number): boolean | undefined {
  const aim = aims[name];
  if (aim === undefined) return undefined;
  return aim.sort === "atLeast" ? value >= aim.value : value <= aim.value;
}
