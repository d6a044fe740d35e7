/** Reads Prometheus's text format, version 0.0.4, and refuses anything else. */

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const comment = /^# (?:HELP ([a-zA-Z_:][\w:]*) [^\n]*|TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram))$/;
const sample = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\+Inf|NaN)$/;

/** @throws Error at the first line that is not in the format, or whose metric has no type before it. */
export function readMetrics(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("The last line does not end.");
  const types = new Set<string>();
  return text.split("\n").flatMap((line): Sample[] => {
    if (line === "") return [];
    const [isComment, , typed] = comment.exec(line) ?? [];
    if (typed !== undefined) types.add(typed);
    if (isComment !== undefined) return [];
    const [, name = "", labels = "", value = ""] = sample.exec(line) ?? [];
    if (!types.has(name) && !types.has(name.replace(/_(bucket|sum|count)$/, "")))
      throw new Error(`This line is not of the format: ${line}`);
    const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", text = ""]) => [key, text] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value === "+Inf" ? "Infinity" : value) }];
  });
}

/** The sum of the samples with these labels. */
export function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((found) => found.name === name && Object.entries(labels).every(([key, value]) => found.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
