/** A long answer like those of models, always the same: prose, tables, nested lists and a code block of 5,000 lines. */

const words =
  "the service stores each result for thirty days and a task that is pending can be polled again after a reload because its id is written down first so that nothing is lost when a window closes".split(
    " ",
  );

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function sentence(random: () => number): string {
  const length = 8 + Math.floor(random() * 14);
  const chosen = Array.from({ length }, () => words[Math.floor(random() * words.length)] ?? "it");
  const at = Math.floor(random() * length);
  const marks = ["**", "*", "`", ""];
  const mark = marks[Math.floor(random() * marks.length)] ?? "";
  chosen[at] = `${mark}${chosen[at]}${mark}`;
  if (random() < 0.1) chosen.push("[as documented](https://example.com/docs)");
  const text = chosen.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function paragraph(random: () => number): string {
  return Array.from({ length: 3 + Math.floor(random() * 4) }, () => sentence(random)).join(" ");
}

function table(random: () => number, rows: number): string {
  const body = Array.from(
    { length: rows },
    (_, row) => `| ${row} | \`field_${row}\` | **${words[row % words.length]}** | ${sentence(random)} |`,
  );
  return ["| # | Field | Type | Meaning |", "|--:|---|:-:|---|", ...body].join("\n");
}

function nestedList(random: () => number, items: number): string {
  return Array.from({ length: items }, (_, item) =>
    [`${item + 1}. ${sentence(random)}`, `   - ${sentence(random)}`, `     - ${sentence(random)}`, `   - [x] ${sentence(random)}`].join(
      "\n",
    ),
  ).join("\n");
}

function codeBlock(lines: number): string {
  const body = Array.from({ length: lines }, (_, line) => {
    switch (line % 8) {
      case 0:
        return `/** Adds ${line} to what it is given. */`;
      case 1:
        return `export function add${line}(value: number): number {`;
      case 2:
        return `  const name = "number ${line}";`;
      case 3:
        return `  if (value > ${line}) return value; // large`;
      case 4:
        return `  return name.length + value * ${line};`;
      case 5:
        return "}";
      case 6:
        return "";
      default:
        return `const list${line} = [1, 2, ${line}].map((one) => one * 2);`;
    }
  });
  return `\`\`\`ts\n${body.join("\n")}\n\`\`\``;
}

/** About 400,000 characters, the code block in the middle. */
export function writeLongAnswer(characters = 400_000): string {
  const random = createRandom(4711);
  const code = codeBlock(5000);
  const pieces: string[] = [];
  let length = code.length;
  let inserted = false;
  for (let section = 1; length < characters; section += 1) {
    const piece = [
      `## Section ${section}`,
      paragraph(random),
      paragraph(random),
      nestedList(random, 8),
      table(random, 12),
      `> ${sentence(random)}`,
    ].join("\n\n");
    pieces.push(piece);
    length += piece.length + 2;
    if (!inserted && length > code.length + (characters - code.length) / 2) {
      pieces.push(code);
      inserted = true;
    }
  }
  return `${pieces.join("\n\n")}\n\nThe very last words.\n`;
}

const formulas = [
  "$a^2 + b^2 = c^2$",
  "\\(\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\\)",
  "$\\mathbf{v} \\in \\mathbb{R}^n$",
  "\\(\\lim_{n \\to \\infty} \\left(1 + \\frac{1}{n}\\right)^n = e\\)",
];

/** About 40,000 characters of prose, lists and tables, with some 600 different formulas. */
export function writeFormulaAnswer(characters = 40_000): string {
  const random = createRandom(815);
  const pieces: string[] = [];
  let written = 0;
  const inLine = () => {
    written += 1;
    return (formulas[written % formulas.length] ?? "").replace(/\$$|\\\)$/, (closer) => ` + z_{${written}}${closer}`);
  };
  for (let length = 0; length < characters; ) {
    const prose = sentence(random).split(" ");
    for (let at = 3; at < prose.length; at += 4) prose.splice(at, 0, inLine());
    const apart = `$$\n\\begin{aligned}\n x_{${written}} &= \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a} \\\\\n &= ${written}\n\\end{aligned}\n$$`;
    const piece = [prose.join(" "), apart, `- ${inLine()}\n- ${inLine()}`, `| Name | Formula |\n|---|---|\n| one | ${inLine()} |`].join(
      "\n\n",
    );
    pieces.push(piece);
    length += piece.length + 2;
  }
  return `${pieces.join("\n\n")}\n\nThe very last words.\n`;
}

/** Deltas of four to thirty-six characters, twenty on average. */
export function cutIntoDeltas(text: string): string[] {
  const random = createRandom(99);
  const deltas: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 4 + Math.floor(random() * 33);
    deltas.push(text.slice(at, at + length));
    at += length;
  }
  return deltas;
}
