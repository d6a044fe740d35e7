/** Chooses the passages of files that fit the words of a question best. */

export interface SearchedFile {
  /** In the workspace, with `/` as the separator. */
  path: string;
  text: string;
  /** Indexes of the lines of symbols that the words name. */
  symbolLines?: readonly number[];
}

export interface Passage {
  path: string;
  /** Indexes of lines; `last` is inclusive. */
  first: number;
  last: number;
  text: string;
  isWholeFile: boolean;
}

/** Lines of a passage before neighbours are joined. */
const passageLength = 40;
/** Maximum number of passages, and of their characters together: about six thousand tokens. */
const mostPassages = 10;
const mostCharacters = 24_000;
/** How much a word in the path, or the definition of a symbol, counts compared with one in the text. */
const pathWeight = 1.5;
const symbolWeight = 3;

interface Candidate {
  file: SearchedFile;
  lines: readonly string[];
  first: number;
  last: number;
  score: number;
}

/** `terms`: in lower case. The passages are in the order of paths and lines. */
export function rankPassages(files: readonly SearchedFile[], terms: readonly string[]): Passage[] {
  const searched = files.map((file) => ({ file, path: file.path.toLowerCase(), lowerText: file.text.toLowerCase() }));
  const weights = terms.map((term) => {
    const found = searched.filter(({ path, lowerText }) => path.includes(term) || lowerText.includes(term)).length;
    return found === 0 ? 0 : Math.log(1 + files.length / found);
  });
  const candidates = searched.flatMap(({ file, path, lowerText }) => {
    const pathScore = sum(terms.map((term, index) => (path.includes(term) ? pathWeight * (weights[index] ?? 0) : 0)));
    if (pathScore === 0 && file.symbolLines === undefined && !terms.some((term) => lowerText.includes(term))) return [];
    return scorePassages(file, pathScore, terms, weights);
  });
  const chosen: Candidate[] = [];
  let left = mostCharacters;
  for (const candidate of candidates.toSorted((one, other) => other.score - one.score)) {
    if (chosen.length >= mostPassages) break;
    const { length } = textOf(candidate);
    if (length > left) continue;
    left -= length;
    chosen.push(candidate);
  }
  return joinNeighbours(chosen);
}

function scorePassages(file: SearchedFile, pathScore: number, terms: readonly string[], weights: readonly number[]): Candidate[] {
  const lines = file.text.split("\n");
  const found: Candidate[] = [];
  for (let first = 0; first < lines.length; first += passageLength) {
    const candidate = { file, lines, first, last: Math.min(first + passageLength, lines.length) - 1, score: 0 };
    const text = textOf(candidate).toLowerCase();
    const inText = sum(
      terms.map((term, index) => {
        const times = text.split(term).length - 1;
        return ((weights[index] ?? 0) * times) / (times + 1.5);
      }),
    );
    const definesSymbol = file.symbolLines?.some((line) => line >= first && line <= candidate.last) === true;
    // Of a file that only its path fits, the beginning is the best description.
    const fits = inText > 0 || definesSymbol || (pathScore > 0 && first === 0);
    if (fits) found.push({ ...candidate, score: inText + pathScore + (definesSymbol ? symbolWeight : 0) });
  }
  return found;
}

function joinNeighbours(chosen: readonly Candidate[]): Passage[] {
  const joined: Candidate[] = [];
  for (const candidate of chosen.toSorted((one, other) => one.file.path.localeCompare(other.file.path) || one.first - other.first)) {
    const before = joined.at(-1);
    if (before?.file === candidate.file && before.last + 1 === candidate.first) before.last = candidate.last;
    else joined.push({ ...candidate });
  }
  return joined.map((candidate) => {
    const { file, lines, first, last } = candidate;
    return { path: file.path, first, last, text: textOf(candidate), isWholeFile: first === 0 && last === lines.length - 1 };
  });
}

function textOf({ lines, first, last }: Pick<Candidate, "lines" | "first" | "last">): string {
  return lines.slice(first, last + 1).join("\n");
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
