/** Writes a small program in the language that a request names, as a Markdown block. */
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

interface KnownFunction {
  asked: RegExp;
  typescript: string;
  python: string;
}

/** Common first requests, with complete implementations. */
const knownFunctions: readonly KnownFunction[] = [
  {
    asked: /\brevers\w*\b/i,
    typescript: 'export function reverseText(text: string): string {\n  return Array.from(text).reverse().join("");\n}',
    python: "def reverse_text(text: str) -> str:\n    return text[::-1]",
  },
  {
    asked: /\bfibonacci\b/i,
    typescript:
      "export function fibonacci(count: number): number[] {\n  const numbers = [0, 1];\n  while (numbers.length < count) numbers.push((numbers.at(-1) ?? 0) + (numbers.at(-2) ?? 0));\n  return numbers.slice(0, count);\n}",
    python:
      "def fibonacci(count: int) -> list[int]:\n    numbers = [0, 1]\n    while len(numbers) < count:\n        numbers.append(numbers[-1] + numbers[-2])\n    return numbers[:count]",
  },
  {
    asked: /\bfactorial\b/i,
    typescript: "export function factorial(number: bigint): bigint {\n  return number <= 1n ? 1n : number * factorial(number - 1n);\n}",
    python: "def factorial(number: int) -> int:\n    return 1 if number <= 1 else number * factorial(number - 1)",
  },
  {
    asked: /\bprimes?\b/i,
    typescript:
      "export function isPrime(number: number): boolean {\n  if (number < 2) return false;\n  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;\n  return true;\n}",
    python:
      "def is_prime(number: int) -> bool:\n    if number < 2:\n        return False\n    return all(number % divisor for divisor in range(2, int(number**0.5) + 1))",
  },
  {
    asked: /\bpalindromes?\b/i,
    typescript:
      "export function isPalindrome(text: string): boolean {\n  const letters = Array.from(text.toLowerCase()).filter((letter) => /[\\p{L}\\p{N}]/u.test(letter));\n  return letters.join() === letters.toReversed().join();\n}",
    python:
      "def is_palindrome(text: str) -> bool:\n    letters = [letter for letter in text.lower() if letter.isalnum()]\n    return letters == letters[::-1]",
  },
  {
    asked: /\bdebounc\w*\b/i,
    typescript:
      "export function debounce<Given extends unknown[]>(act: (...given: Given) => void, milliseconds: number) {\n  let timer: ReturnType<typeof setTimeout> | undefined;\n  return (...given: Given) => {\n    clearTimeout(timer);\n    timer = setTimeout(() => act(...given), milliseconds);\n  };\n}",
    python:
      "import threading\n\n\ndef debounce(act, seconds):\n    timer = None\n\n    def later(*given):\n        nonlocal timer\n        if timer:\n            timer.cancel()\n        timer = threading.Timer(seconds, act, given)\n        timer.start()\n\n    return later",
  },
];

const block = (language: string, body: string) => `\`\`\`${language}\n${body}\n\`\`\``;

function knownFunction(prompt: string): string | undefined {
  const known = knownFunctions.find(({ asked }) => asked.test(prompt));
  if (!known) return undefined;
  const isPython = /\bpython\b/i.test(prompt);
  if (!isPython && /\b(?:rust|go|java|c\+\+|sql|bash|html|css)\b/i.test(prompt)) return undefined;
  const body = isPython ? block("python", known.python) : block("typescript", known.typescript);
  return `${body}\n\nThis one the demo model knows by heart; a real model writes what you describe.`;
}

export function codeSample(prompt: string): string | undefined {
  const byHeart = knownFunction(prompt);
  if (byHeart !== undefined) return byHeart;
  const sample = samples.find(({ named }) => named.test(prompt));
  if (!sample) return undefined;
  const snake = ["python", "rust"].includes(sample.language);
  const body = sample.write(snake ? "count_items" : "countItems", topicOf(prompt));
  return `Here is a small example in ${sample.language}:\n\n${block(sample.language, body)}\n\nIt runs as it is, and does less than a real model would write.`;
}
