/** A request for code in; a small program in the language that it names, as a Markdown block, out. */
import { topicOf } from "./analyseText.ts";

interface Sample {
  named: RegExp;
  /** Name of the language in a Markdown fence. */
  language: string;
  write(name: string, topic: string): string;
}

const samples: readonly Sample[] = [
  {
    named: /\bpython\b/i,
    language: "python",
    write: (name, topic) =>
      `def ${name}(items: list[str]) -> dict[str, int]:\n    """Counts each item. Topic: ${topic}."""\n    counts: dict[str, int] = {}\n    for item in items:\n        counts[item] = counts.get(item, 0) + 1\n    return counts\n\n\nprint(${name}(["a", "b", "a"]))`,
  },
  {
    named: /\b(?:bash|shell)\b/i,
    language: "bash",
    write: (_, topic) =>
      `#!/usr/bin/env bash\nset -euo pipefail\n# Topic: ${topic}\nfind . -type f -name '*.md' -print0 | xargs -0 wc -w | sort -n`,
  },
  {
    named: /\b(?:sql|query)\b/i,
    language: "sql",
    write: (_, topic) => `-- Topic: ${topic}\nSELECT name, COUNT(*) AS times\nFROM items\nGROUP BY name\nORDER BY times DESC\nLIMIT 10;`,
  },
  {
    named: /\brust\b/i,
    language: "rust",
    write: (name, topic) =>
      `use std::collections::HashMap;\n\n/// Counts each item. Topic: ${topic}.\nfn ${name}(items: &[&str]) -> HashMap<String, usize> {\n    let mut counts = HashMap::new();\n    for item in items {\n        *counts.entry(item.to_string()).or_insert(0) += 1;\n    }\n    counts\n}`,
  },
  {
    named: /\b(?:html|web ?page)\b/i,
    language: "html",
    write: (_, topic) =>
      `<!doctype html>\n<html lang="en">\n  <head>\n    <title>${topic.replace(/[<>&]/g, "")}</title>\n  </head>\n  <body>\n    <h1>${topic.replace(/[<>&]/g, "")}</h1>\n  </body>\n</html>`,
  },
  {
    named: /\bcss\b/i,
    language: "css",
    write: (_, topic) =>
      `/* Topic: ${topic.replace(/\*\//g, "")} */\n.card {\n  display: grid;\n  gap: 0.5rem;\n  padding: 1rem;\n  border-radius: 0.5rem;\n}`,
  },
  {
    named: /\bjavascript\b|\bjs\b/i,
    language: "javascript",
    write: (name, topic) =>
      `// Topic: ${topic}\nexport function ${name}(items) {\n  const counts = new Map();\n  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);\n  return counts;\n}`,
  },
  {
    named: /./s,
    language: "typescript",
    write: (name, topic) =>
      `/** Counts each item. Topic: ${topic.replace(/\*\//g, "")}. */\nexport function ${name}(items: readonly string[]): Map<string, number> {\n  const counts = new Map<string, number>();\n  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);\n  return counts;\n}\n\nconsole.log(${name}(["a", "b", "a"]));`,
  },
];

export function codeSample(prompt: string): string | undefined {
  const sample = samples.find(({ named }) => named.test(prompt));
  if (!sample) return undefined;
  const snake = ["python", "rust"].includes(sample.language);
  const body = sample.write(snake ? "count_items" : "countItems", topicOf(prompt));
  return `Here is a small example in ${sample.language}:\n\n\`\`\`${sample.language}\n${body}\n\`\`\`\n\nIt runs as it is, and does less than a real model would write.`;
}
