/** The answers of the demo model: a simple text for each common request. */
import { capitalised, keyWords, sentencesOf, topicOf, wordsOf } from "./analyseText.ts";
import type { TextTask } from "./task.ts";

/** Returns Markdown, or undefined if the task lacks what the answer is about. */
type Answer = (task: TextTask, found: RegExpExecArray) => string | undefined;

const quoted = (text: string) => `> ${text.trim().split("\n").join("\n> ")}`;
/** The first lines as they are; the fence is longer than those in a Markdown document. */
const firstLines = (text: string) => `\`\`\`\`text\n${text.split("\n").slice(0, 5).join("\n")}\n\`\`\`\``;
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

const mostNumbers = 2000;

const countTo: Answer = (_, [, from = "1", to]) => {
  const first = Number(from);
  const count = Math.min(Number(to) - first + 1, mostNumbers);
  return Array.from({ length: Math.max(0, count) }, (_value, index) => first + index).join(", ");
};

const mostWords = 20_000;

/** A paragraph about the topic, again and again, with exactly the requested number of words. */
const writeWords: Answer = ({ prompt }, [, count]) => {
  const topic = topicOf(prompt).replace("…", "");
  const words =
    `The story of ${topic} begins with a small step and ends where it began. A closer look at ${topic} rewards a steady hand and leaves room for questions. Nothing is as quiet as ${topic} while the day moves on. Slowly people learn about ${topic} because details matter and nobody is in a hurry.`.split(
      " ",
    );
  const length = Math.min(Number(count), mostWords);
  return Array.from({ length }, (_, index) => `${words[index % words.length]}${(index + 1) % words.length === 0 ? "\n\n" : " "}`)
    .join("")
    .trim();
};

const countWords: Answer = ({ prompt, material = prompt }) =>
  `The text has **${wordsOf(material).length} words**, ${Array.from(material).length} characters and ${material.split("\n").length} lines. Most frequent: ${keyWords(material, 5).join(", ") || "none"}.`;

const recall: Answer = ({ history }) => {
  const said = history.flatMap(({ role, text }) => (role === "user" ? [text] : []));
  const name = said.map((text) => /\bmy name is\s+([\p{L}'’-]+)/iu.exec(text)?.[1]).findLast(Boolean);
  return name === undefined ? "You have not told me your name." : `Your name is **${name}**. You told me earlier in this conversation.`;
};

const summarise: Answer = ({ prompt, material, isAlone }) => {
  if (material === undefined) return undefined;
  const count = Number(/\b(\d{1,2})\b/.exec(prompt.split("\n")[0] ?? "")?.[1] ?? 3);
  const points = sentencesOf(material)
    .slice(0, count)
    .map((sentence) => `- ${sentence}`)
    .join("\n");
  return isAlone
    ? points
    : `## Summary\n\n${points}\n\n*The first sentences of the text. A real model would find the most important ones.*`;
};

const quote: Answer = ({ material }) => material && quoted(sentencesOf(material)[0] ?? material.split("\n")[0] ?? "");

/** For changes that need understanding: the text stays the same. */
const leaveAlone: Answer = ({ material, files, isAlone }) => {
  if (material === undefined) return undefined;
  if (isAlone) return "The demo model cannot do this, but a real model can.";
  return `The demo model cannot do this, but a real model can. Your text stays as it is:\n\n${files.length > 0 ? firstLines(material) : quoted(material)}`;
};

const codeSamples: readonly (readonly [named: RegExp, language: string, code: string])[] = [
  [
    /\bpython\b/i,
    "python",
    'def count_items(items: list[str]) -> dict[str, int]:\n    """Counts each item."""\n    counts: dict[str, int] = {}\n    for item in items:\n        counts[item] = counts.get(item, 0) + 1\n    return counts\n\n\nprint(count_items(["a", "b", "a"]))',
  ],
  [/\b(?:sql|query)\b/i, "sql", "SELECT name, COUNT(*) AS times\nFROM items\nGROUP BY name\nORDER BY times DESC\nLIMIT 10;"],
  [
    /\b(?:html|web ?page)\b/i,
    "html",
    '<!doctype html>\n<html lang="en">\n  <head>\n    <title>Hello</title>\n  </head>\n  <body>\n    <h1>Hello</h1>\n  </body>\n</html>',
  ],
  [
    /./s,
    "typescript",
    '/** Counts each item. */\nexport function countItems(items: readonly string[]): Map<string, number> {\n  const counts = new Map<string, number>();\n  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);\n  return counts;\n}\n\nconsole.log(countItems(["a", "b", "a"]));',
  ],
];

const sampleCode: Answer = ({ prompt, isAlone }) => {
  const [, language = "", code = ""] = codeSamples.find(([named]) => named.test(prompt)) ?? [];
  if (isAlone) return fence(language, code);
  return `Here is a small example in ${language}:\n\n${fence(language, code)}\n\nIt runs as it is. A real model writes what you describe.`;
};

const sampleJson: Answer = ({ prompt }) => {
  const items = ["first", "second", "third"].map((name, index) => ({ id: index + 1, name }));
  return fence("json", JSON.stringify({ demo: true, topic: topicOf(prompt), items }, null, 2));
};

const sampleTable: Answer = ({ prompt }) => {
  const topic = topicOf(prompt).replace(/ in a table$/, "");
  const named = topic.split(/,|\s(?:and|vs\.?|versus|with)\s/i).flatMap((name) => name.trim() || []);
  const names = named.length > 1 ? named.slice(0, 8) : ["first choice", "second choice", "third choice"];
  const rows = names.map((name, index) => `| **${capitalised(name)}** | ${"★".repeat(5 - (index % 4))} | ${95 - 15 * (index % 6)} |`);
  return `## ${capitalised(topic)}\n\n| Name | Rating | Score |\n| --- | --- | ---: |\n${rows.join("\n")}\n\nThe figures are made up.`;
};

const samplePoem: Answer = ({ prompt }) => {
  const topic = topicOf(prompt);
  return `### ${capitalised(topic)}\n\nI sat and thought of ${topic} today,  \nwhile evening took the light away;  \na line came by, a line moved on,  \nand what I kept was there at dawn.`;
};

const sampleStory: Answer = ({ prompt }) => {
  const topic = topicOf(prompt);
  return [
    `## ${capitalised(topic)}`,
    `Mira first heard about ${topic} at the harbour, from a stranger who spoke as if it were a secret. “You will know it when you see it,” the stranger said, and was gone.`,
    "For three days nothing happened. On the fourth, Mira woke before the light and understood: it had been there all along, small and plain, waiting for somebody to look.",
    "> “So that is it,” Mira said, and laughed.",
    `Afterwards, whenever someone asked about ${topic}, Mira pointed at the harbour and said nothing at all.`,
  ].join("\n\n");
};

const listItems = [
  "Start small with",
  "Ask someone who knows",
  "Write down what you expect of",
  "Try the simplest version of",
  "Look again at",
] as const;

const sampleList: Answer = ({ prompt }) => {
  const topic = topicOf(prompt);
  const count = Math.max(1, Math.min(100, Number(/\b(\d{1,3})\s+\p{L}/u.exec(prompt)?.[1] ?? 5)));
  const isChecklist = /\b(?:checklist|to-?dos?)\b/i.test(prompt);
  const items = Array.from({ length: count }, (_, index) => {
    return `${isChecklist ? "- [ ]" : `${index + 1}.`} **${listItems[index % listItems.length]}** ${topic}`;
  });
  return `## ${capitalised(topic)}\n\n${items.join("\n")}`;
};

const greet: Answer = () =>
  "Hello! I am the demo model of Generation Studio. Ask me to *summarise* a file, *count* its words, write a *table*, a *list*, a *poem* or some *code*, or to look at a picture.";

/** For a file or a text of one's own. */
const aboutMaterial: readonly (readonly [RegExp, Answer])[] = [
  [/\b(?:how many|count|number of)\b.{0,24}\b(?:words?|characters?|letters?|lines?)\b/i, countWords],
  [/\b(?:summar\w*|shorten|tl;?dr|key points|gist|main points)\b/i, summarise],
  [/\b(?:quote|cite|first sentence|first line)\b/i, quote],
  [/\b(?:translate|proofread|correct|fix|improve|rewrite|polish|rephrase|review|refactor)\b/i, leaveAlone],
  [/\b(?:happens?|about|in)\b.{0,24}\bthis\s+(?:story|tale|scene|chapter|poem|song)\b/i, summarise],
];

/** In the order in which they are tried. */
const answers: readonly (readonly [RegExp, Answer])[] = [
  [/^(?:please\s+)?(?:repeat|echo|say)(?:\s+(?:after me|exactly|this))?\s*:?\s+([\s\S]+)$/i, (_, [, text]) => text],
  [/\bcount\s+(?:from\s+(\d+)\s+)?(?:up\s+)?to\s+(\d+)/i, countTo],
  [/\b(?:write|give|make|generate|produce)\b[^\n]{0,40}?\b(\d{1,6})[\s-]words?\b/i, writeWords],
  [/\bwhat(?:'s|’s| is| was)\s+my\s+name\b/i, recall],
  ...aboutMaterial,
  [/\bjson\b/i, sampleJson],
  [/\b(?:table|comparison|compare|versus|vs)\b/i, sampleTable],
  [/\b(?:poem|haiku|verse|rhyme|limerick|sonnet|song)\b/i, samplePoem],
  [/\b(?:story|tale|scene|chapter|dialogue)\b/i, sampleStory],
  [/\b(?:list|ideas?|steps?|tips?|reasons?|ways|names|checklist|to-?dos?|agenda|plan)\b/i, sampleList],
  [/\b(?:code|function|script|program|snippet|class|regex|sql|query|component)\b/i, sampleCode],
  [/^(?:hi|hello|hey|good (?:morning|evening|day))\b[^\n]{0,30}$/i, greet],
];

function describeFiles({ files, material }: TextTask): string {
  const opening = material === undefined ? "" : `\n\n### It begins with\n\n${firstLines(material)}`;
  const parts = files.map(({ name, fact }, index) => `${index + 1}. \`${name}\`: ${fact}`);
  return `## What I see in the attached file${files.length === 1 ? "" : "s"}\n\n${parts.join("\n")}${opening}`;
}

/** For a fenced block in a prompt: its lines must not be read as requests. */
function describeCode([, language = "", code = ""]: RegExpExecArray): string {
  const lines = code.trimEnd().split("\n");
  return `## What this code holds\n\n${lines.length} lines of ${language.trim() || "code"}, which begin with:\n\n${fence(language.trim(), lines.slice(0, 5).join("\n"))}\n\nA real model would explain, review, test or change them.`;
}

/** undefined: the demo model does not know the task. */
export function findDemoAnswer(task: TextTask): string | undefined {
  const code = /```([^`\n]*)\n([^`]*)```/.exec(task.prompt);
  if (code && !task.isAlone) return describeCode(code);
  for (const [pattern, answer] of task.files.every(({ isInMessage }) => isInMessage) ? answers : aboutMaterial) {
    const found = pattern.exec(task.prompt);
    const text = found && answer(task, found);
    if (text) return text;
  }
  return task.files.length > 0 ? describeFiles(task) : undefined;
}

/** The answer to a task that the demo model does not know: how one could be built. */
export function outlineAnswer({ prompt }: TextTask): string {
  const question = (sentencesOf(prompt)[0] ?? prompt).slice(0, 200).toWellFormed();
  return [
    `## ${capitalised(topicOf(prompt))}`,
    `You asked: “${question}” The demo model knows no facts; here is how an answer could be built.`,
    "1. **In one sentence**: what it is\n2. **An example**: the smallest one that works\n3. **What it is not**: the thing that it is mistaken for\n4. **Further**: where to read on",
    `### To ask a real model\n\n${fence("text", `${question}\nAnswer for a newcomer, with one example, in at most 200 words.`)}`,
  ].join("\n\n");
}
