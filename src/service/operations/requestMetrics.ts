/**
 * Counts answered requests and their durations. A package's histogram makes a text of the labels for each value, which would take a twelfth
 * of the time of a short request. Source: Prometheus, "Text-based format".
 */

/** Upper bounds of the durations' buckets in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** The requests of one method and route. */
interface Series {
  labels: string;
  /** By status. */
  counts: Map<number, number>;
  /** Durations up to each bound and above the one before; the last number is of those above all. */
  buckets: number[];
  /** In seconds. */
  sum: number;
}

export interface RequestMetrics {
  add(request: { method: string; route: string; status: number; seconds: number }): void;
  /** Both metrics in Prometheus format. */
  read(): string;
}

export function createRequestMetrics(): RequestMetrics {
  /** By route and method. */
  const routes = new Map<string, Map<string, Series>>();

  function seriesOf(route: string, method: string): Series {
    let methods = routes.get(route);
    if (!methods) {
      methods = new Map();
      routes.set(route, methods);
    }
    let series = methods.get(method);
    if (!series) {
      const labels = `method="${escapeLabel(method)}",route="${escapeLabel(route)}"`;
      series = { labels, counts: new Map(), buckets: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
      methods.set(method, series);
    }
    return series;
  }

  return {
    add({ method, route, status, seconds }) {
      const series = seriesOf(route, method);
      series.counts.set(status, (series.counts.get(status) ?? 0) + 1);
      let bucket = 0;
      while (seconds > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
      series.sum += seconds;
    },
    read() {
      const all = [...routes.values()].flatMap((methods) => [...methods.values()]);
      return [
        ...describe("generation_requests_total", "Requests that were answered.", "counter"),
        ...all.flatMap(writeCounts),
        "",
        ...describe("generation_request_duration_seconds", "Time until a request's answer had ended.", "histogram"),
        ...all.flatMap(writeDurations),
        "",
      ].join("\n");
    },
  };
}

function describe(name: string, help: string, type: "counter" | "histogram"): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function writeCounts({ labels, counts }: Series): string[] {
  return [...counts].map(([status, count]) => `generation_requests_total{${labels},status="${status}"} ${count}`);
}

/** The number of a bucket includes those of the buckets below it. */
function writeDurations({ labels, buckets, sum }: Series): string[] {
  const name = "generation_request_duration_seconds";
  let count = 0;
  const lines = buckets.map((added, index) => {
    count += added;
    return `${name}_bucket{le="${bounds[index] ?? "+Inf"}",${labels}} ${count}`;
  });
  return [...lines, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`];
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
