/** The text of LaTeX without its commands. Formulas keep their source. */
import { withoutEnclosed } from "./withoutEnclosed.ts";

/** Commands whose arguments are not text. */
const dropped = new Set(
  (
    "label ref eqref pageref autoref cref Cref cite citep citet parencite textcite footcite autocite nocite index glossary includegraphics input include " +
    "bibliography bibliographystyle usepackage documentclass vspace hspace setlength setcounter pagestyle thispagestyle end footnote footnotetext footnotemark marginpar todo thanks " +
    "color definecolor rule fontsize selectfont includesvg newcommand renewcommand providecommand DeclareMathOperator newacronym addbibresource hypersetup captionsetup"
  ).split(" "),
);
/** How many of a command's arguments precede its text. */
const leading: Record<string, number> = {
  textcolor: 1,
  colorbox: 1,
  fcolorbox: 2,
  parbox: 1,
  scalebox: 1,
  resizebox: 2,
  raisebox: 1,
  rotatebox: 1,
  multicolumn: 2,
  multirow: 2,
  foreignlanguage: 1,
  href: 1,
};
/** How many arguments an environment has. */
const environments: Record<string, number> = {
  tabular: 1,
  "tabular*": 2,
  tabularx: 2,
  array: 1,
  longtable: 1,
  minipage: 1,
  wrapfigure: 2,
  subfigure: 1,
  multicols: 1,
  thebibliography: 1,
  adjustbox: 1,
  list: 2,
};
/** Commands that stand for a text. */
const letters: Record<string, string> = {
  ss: "ß",
  ae: "æ",
  AE: "Æ",
  oe: "œ",
  OE: "Œ",
  o: "ø",
  O: "Ø",
  aa: "å",
  AA: "Å",
  l: "ł",
  L: "Ł",
  i: "ı",
  j: "ȷ",
  ldots: "…",
  dots: "…",
  textellipsis: "…",
  textendash: "–",
  textemdash: "—",
  textbackslash: "\\",
  textasciitilde: "~",
  textasciicircum: "^",
  LaTeX: "LaTeX",
  TeX: "TeX",
  S: "§",
  P: "¶",
  copyright: "©",
  pounds: "£",
  euro: "€",
  quad: " ",
  qquad: " ",
  newline: "\n",
  par: "\n\n",
  item: "\n",
};
/** Combining marks by the command of the accent. */
const accents: Record<string, string> = {
  '"': "\u0308",
  "'": "\u0301",
  "`": "\u0300",
  "^": "\u0302",
  "~": "\u0303",
  "=": "\u0304",
  ".": "\u0307",
  u: "\u0306",
  v: "\u030C",
  H: "\u030B",
  c: "\u0327",
  k: "\u0328",
  r: "\u030A",
  d: "\u0323",
  b: "\u0331",
};

/** Groups that are deeper are read as if they had no brackets. */
const deepest = 200;

class Reader {
  #at = 0;
  #depth = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** Up to the end, or to the bracket that closes a group. */
  read(close?: string): string {
    if (this.#depth > deepest) return "";
    this.#depth += 1;
    const text = this.#readGroup(close);
    this.#depth -= 1;
    return text;
  }

  #readGroup(close: string | undefined): string {
    let text = "";
    while (this.#at < this.#source.length) {
      const sign = this.#source.charAt(this.#at);
      if (sign === close) {
        this.#at += 1;
        return text;
      }
      text += this.#readOne(sign);
    }
    return text;
  }

  #readOne(sign: string): string {
    this.#at += 1;
    switch (sign) {
      case "\\":
        return this.#readCommand();
      case "{":
        return this.read("}");
      case "}":
        return "";
      case "%":
        return this.#skipComment();
      case "~":
        return " ";
      case "$":
        return this.#readFormula();
      case "&":
        return ", ";
      default:
        return sign;
    }
  }

  #skipComment(): string {
    const feed = this.#source.indexOf("\n", this.#at);
    this.#at = feed < 0 ? this.#source.length : feed + 1;
    return "";
  }

  /** The source of a formula, whose opening sign was read. */
  #readFormula(): string {
    const closer = this.#source.charAt(this.#at) === "$" ? "$$" : "$";
    const from = this.#at - 1;
    const end = this.#source.indexOf(closer, this.#at + closer.length - 1);
    this.#at = end < 0 ? this.#source.length : end + closer.length;
    return this.#source.slice(from, this.#at);
  }

  #readCommand(): string {
    const name = /^[a-zA-Z]+\*?/.exec(this.#source.slice(this.#at, this.#at + 64))?.[0] ?? this.#source.charAt(this.#at);
    this.#at += name.length;
    if (name === "\\") return this.#skipOption("\n");
    if (name === "(" || name === "[") return this.#readLong(name === "(" ? "\\)" : "\\]", `\\${name}`);
    const accent = Object.hasOwn(accents, name) ? accents[name] : undefined;
    if (accent !== undefined) return this.#readAccented(accent);
    if (!/[a-zA-Z]/.test(name)) return "&%$#_{} ".includes(name) ? name : "";
    this.#skipSpaces();
    const bare = name.replace("*", "");
    if (Object.hasOwn(letters, bare)) return this.#skipOption(letters[bare] ?? "");
    if (bare === "verb") return this.#readVerbatim();
    this.#skipOptions();
    if (bare === "enquote") return this.#readQuoted();
    if (bare === "begin") {
      const environment = /^\{([^{}]{1,40})\}/.exec(this.#source.slice(this.#at, this.#at + 64))?.[1] ?? "";
      this.#skipGroups(1 + (Object.hasOwn(environments, environment) ? (environments[environment] ?? 0) : 0));
      return "\n";
    }
    if (bare === "def") this.#at = Math.max(this.#at, this.#source.indexOf("{", this.#at));
    if (bare === "def" || dropped.has(bare)) this.#skipGroups(Number.POSITIVE_INFINITY);
    else if (Object.hasOwn(leading, bare)) this.#skipGroups(leading[bare] ?? 0);
    return bare === "end" ? "\n" : "";
  }

  #readQuoted(): string {
    if (this.#source.charAt(this.#at) !== "{") return "";
    this.#at += 1;
    return `“${this.read("}")}”`;
  }

  /** `\verb|x|`: between any two equal signs. */
  #readVerbatim(): string {
    const end = this.#source.indexOf(this.#source.charAt(this.#at), this.#at + 1);
    const text = this.#source.slice(this.#at + 1, end < 0 ? this.#source.length : end);
    this.#at = end < 0 ? this.#source.length : end + 1;
    return text;
  }

  #readLong(closer: string, opener: string): string {
    const end = this.#source.indexOf(closer, this.#at);
    const to = end < 0 ? this.#source.length : end + closer.length;
    const text = opener + this.#source.slice(this.#at, to);
    this.#at = to;
    return text;
  }

  #readAccented(mark: string): string {
    this.#skipSpaces();
    const sign = this.#source.charAt(this.#at);
    this.#at += 1;
    const base = sign === "{" ? this.read("}") : sign === "\\" ? this.#readCommand() : sign;
    const [first = "", ...rest] = [...base.replace("ı", "i").replace("ȷ", "j")];
    return `${first}${mark}${rest.join("")}`.normalize("NFC");
  }

  #skipSpaces(): void {
    while (/[ \t]/.test(this.#source.charAt(this.#at))) this.#at += 1;
  }

  /** Skips what is in square brackets, such as the length after a line break. */
  #skipOption(text: string): string {
    if (this.#source.startsWith("{}", this.#at)) this.#at += 2;
    else this.#skipOptions();
    return text;
  }

  #skipOptions(): void {
    while (this.#source.charAt(this.#at) === "[") this.#skipGroup();
  }

  /** Skips arguments in braces, and what is in square brackets between them. */
  #skipGroups(count: number): void {
    for (let left = count; left > 0 && this.#source.charAt(this.#at) === "{"; left -= 1) {
      this.#skipGroup();
      this.#skipOptions();
    }
  }

  #skipGroup(): void {
    const close = this.#source.charAt(this.#at) === "[" ? "]" : "}";
    this.#at += 1;
    this.read(close);
  }
}

/** Replaces the commands that the source defines, without those that take arguments. */
function expandCommands(source: string): string {
  const texts = new Map<string, string>();
  const rest = source.replace(
    /\\(?:(?:re)?newcommand\*?|providecommand\*?|def)\s?(?:\{\\([a-zA-Z]{1,40})\}|\\([a-zA-Z]{1,40}))\{([^{}]{0,300})\}/g,
    (_, braced: string | undefined, bare: string | undefined, text: string) => {
      texts.set(braced ?? bare ?? "", text);
      return "";
    },
  );
  return texts.size === 0 ? source : rest.replace(/\\([a-zA-Z]{1,40})(?![a-zA-Z])/g, (command, name: string) => texts.get(name) ?? command);
}

export function plainTextOfTex(source: string): string {
  const withoutComments = withoutEnclosed(withoutEnclosed(source, "\\begin{comment}", "\\end{comment}"), "\\iffalse", "\\fi");
  const quoted = new Reader(
    expandCommands(withoutComments).replace(/---/g, "—").replace(/--/g, "–").replace(/``/g, "“").replace(/''/g, "”"),
  );
  return quoted
    .read()
    .split("\n")
    .map((line) =>
      line
        .replace(/[ \t]+/g, " ")
        .replace(/ ,/g, ",")
        .trim(),
    )
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
