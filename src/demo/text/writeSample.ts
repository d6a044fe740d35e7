/** Writes a sample of a form of text (table, code, list, poem, story, JSON) about a topic. */
import { capitalised, topicOf, wordsOf } from "./analyseText.ts";
import { codeSample } from "./codeSample.ts";
import type { Skill, TextTask } from "./task.ts";

const asks = (task: TextTask, pattern: RegExp) => pattern.test(task.prompt);

/** A number before the requested thing, within limits. */
function requestedCount(prompt: string, usual: number): number {
  const found = Number(/\b(\d{1,3})\s+\p{L}+/u.exec(prompt)?.[1] ?? usual);
  return Math.max(1, Math.min(100, found));
}

const table: Skill = (task) => {
  if (!asks(task, /\b(?:table|comparison|compare|versus|vs)\b/i)) return undefined;
  const topic = topicOf(task.prompt.replace(/\btable\s+(?:of|with|comparing)\b/i, "about"));
  const named = topic.split(/(?:(?<!\s)\s+)?(?:,|\band\b|\bvs\.?\b|\bversus\b|\bwith\b)\s*/i).filter(Boolean);
  const rows = named.length > 1 ? named.slice(0, 8) : ["First choice", "Second choice", "Third choice"];
  const { random } = task;
  const line = (name: string) => {
    const stars = Math.round(random.between(2, 5));
    return `| **${capitalised(name)}** | ${random.choose(["small", "medium", "large"])} | ${"★".repeat(stars)}${"☆".repeat(5 - stars)} | ${Math.round(random.between(5, 95))} |`;
  };
  return [
    `## ${capitalised(topic)}`,
    "",
    "| Name | Effort | Rating | Score |",
    "| --- | --- | :---: | ---: |",
    ...rows.map(line),
    "",
    "The figures are made up.",
  ].join("\n");
};

const json: Skill = (task) => {
  if (!asks(task, /\bjson\b/i)) return undefined;
  const topic = topicOf(task.prompt);
  const value = {
    demo: true,
    topic,
    words: wordsOf(task.prompt).length,
    items: ["first", "second", "third"].map((name, index) => ({ id: index + 1, name })),
  };
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
};

const list: Skill = (task) => {
  if (!asks(task, /\b(?:list|ideas?|steps?|tips?|reasons?|ways|names|checklist|to-?dos?|agenda|plan)\b/i)) return undefined;
  const topic = topicOf(task.prompt);
  const count = requestedCount(task.prompt, 5);
  const openings = [
    "Start small with",
    "Ask someone who knows",
    "Write down what you expect of",
    "Try the simplest version of",
    "Look again, with fresh eyes, at",
    "Measure",
    "Show a friend",
    "Leave out half of",
    "Give a name to",
    "Celebrate",
  ] as const;
  const checklist = asks(task, /\b(?:checklist|to-?dos?)\b/i);
  const items = Array.from({ length: count }, (_, index) => {
    const text = `**${openings[index % openings.length]}** ${topic}${index >= openings.length ? `, round ${Math.floor(index / openings.length) + 1}` : ""}`;
    return checklist ? `- [ ] ${text}` : `${index + 1}. ${text}`;
  });
  return `## ${capitalised(topic)}\n\n${items.join("\n")}`;
};

const poem: Skill = (task) => {
  if (!asks(task, /\b(?:poem|haiku|verse|rhyme|limerick|sonnet|song)\b/i)) return undefined;
  const topic = topicOf(task.prompt, 30);
  const { random } = task;
  if (asks(task, /\bhaiku\b/i)) {
    const first = random.choose(["the light moves slowly", "morning, and no sound", "one leaf on the path"]);
    const middle = random.choose(["and we stop for a moment", "a gate stands open somewhere", "the whole street holds its breath now"]);
    const last = random.choose(["then the wind again", "nobody speaks yet", "evening follows us"]);
    return `### ${capitalised(topic)}\n\n${first}  \n${middle}  \n${last}`;
  }
  return [
    `### ${capitalised(topic)}`,
    "",
    `I sat and thought of ${topic} today,  `,
    random.choose(["while evening took the light away;  ", "and watched the swallows wheel and play;  "]),
    random.choose(["a line came by, a line moved on,  ", "a word stood still, a word was gone,  "]),
    random.choose(["and what I kept was there at dawn.", "and then the page was bright with dawn."]),
  ].join("\n");
};

const story: Skill = (task) => {
  if (!asks(task, /\b(?:story|tale|scene|fairy ?tale|chapter|dialogue)\b/i)) return undefined;
  const topic = topicOf(task.prompt);
  const hero = task.random.choose(["Mira", "Jonas", "Ada", "Tomas", "Lin"]);
  const setting = task.random.choose(["the harbour", "the old library", "the edge of the forest", "the night train"]);
  return [
    `## ${capitalised(topic)}`,
    "",
    `${hero} first heard about ${topic} at ${setting}, from a stranger who spoke as if it were a secret. “You will know it when you see it,” the stranger said, and was gone.`,
    "",
    `For three days nothing happened. On the fourth, ${hero} woke before the light and understood: it had been there all along, small and plain, waiting for somebody to look.`,
    "",
    `> “So that is it,” ${hero} said, and laughed.`,
    "",
    `Afterwards, whenever someone asked about ${topic}, ${hero} pointed at ${setting} and said nothing at all.`,
  ].join("\n");
};

const code: Skill = (task) =>
  asks(task, /\b(?:code|function|script|program|snippet|class|regex|sql|query|component)\b/i) ? codeSample(task.prompt) : undefined;

/** In the order in which they are tried. */
export const sampleSkills: readonly Skill[] = [json, table, code, poem, story, list];
