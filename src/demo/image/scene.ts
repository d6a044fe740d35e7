/** Derives the content and the colours of an image from a prompt. */
import type { AddedValues } from "../../contract/generationRequest.ts";
import { createRandomNumbers, hashText } from "../randomNumbers.ts";
import type { RgbColour } from "./canvas.ts";
import { choosePalette, type Palette } from "./palette.ts";

type Ground = "hills" | "mountains" | "forest" | "sea" | "city" | "dunes" | "space";
type Weather = "clear" | "rain" | "snow" | "fog";
export type Subject = "boat" | "lighthouse" | "house" | "balloon" | "cat" | "tree";

/** Positions are fractions of the width and the height. */
export interface Scene {
  seed: number;
  palette: Palette;
  ground: Ground;
  weather: Weather;
  subjects: readonly Subject[];
  light: { x: number; y: number; radius: number };
  horizon: number;
  clouds: number;
  stars: number;
  birds: number;
}

const groundWords: readonly (readonly [RegExp, Ground])[] = [
  [/\b(space|planets?|galaxy|cosmos|nebula|astronauts?|orbit)\b/, "space"],
  [/\b(city|town|street|skyline|towers?|buildings?|office|roofs?|neon|robots?)\b/, "city"],
  [/\b(sea|ocean|beach|coast|waves?|lake|harbou?r|island|boats?|ships?|sail\w*|lighthouse|river|water|fish\w*)\b/, "sea"],
  [/\b(hills?|meadow|fields?|valley|garden|farm|flowers?)\b/, "hills"],
  [/\b(forest|woods?|trees|jungle|pines?|fox|deer|bear|cabin)\b/, "forest"],
  [/\b(mountains?|peaks?|alps|summit|volcano|cliffs?|snowy|dragons?|castle)\b/, "mountains"],
  [/\b(desert|dunes?|sand|sahara|camels?|canyon|mars)\b/, "dunes"],
];

const subjectWords: readonly (readonly [RegExp, Subject])[] = [
  [/\b(boats?|ships?|sail\w*|yachts?|harbou?r)\b/, "boat"],
  [/\b(lighthouse|beacon)\b/, "lighthouse"],
  [/\b(house|cottage|cabin|home|hut|farm)\b/, "house"],
  [/\b(balloons?|airships?)\b/, "balloon"],
  [/\b(cats?|kittens?)\b/, "cat"],
  [/\b(tree|oak|apple tree)\b/, "tree"],
];

const has = (words: string, pattern: RegExp) => pattern.test(words);

function chooseWeather(words: string): Weather {
  if (has(words, /\b(rain\w*|storm\w*|drizzle)\b/)) return "rain";
  if (has(words, /\b(snow\w*|winter|blizzard|christmas)\b/)) return "snow";
  if (has(words, /\b(fog\w*|mist\w*|haz[ey])\b/)) return "fog";
  return "clear";
}

/** If a text names several grounds, the first one in the text is shown, unless `avoided` names it. */
function firstNamedGround(words: string, avoided: string): Ground | undefined {
  const settings = groundWords
    .filter(([pattern]) => !has(avoided, pattern))
    .map(([pattern, ground]) => ({ ground, at: words.search(pattern) }))
    .filter(({ at }) => at >= 0);
  return settings.toSorted((a, b) => a.at - b.at)[0]?.ground;
}

/** The same prompt, reference colours and options result in the same scene. */
export function imagineScene(
  prompt: string,
  referenceColours: readonly RgbColour[],
  { seed: given, negative_prompt: avoided = "" }: Pick<AddedValues, "seed" | "negative_prompt"> = {},
): Scene {
  const seed = hashText(given === undefined ? prompt : `${prompt}\n${given}`);
  const random = createRandomNumbers(seed);
  const words = prompt.toLowerCase();
  const palette = choosePalette(words, random, referenceColours);
  const unwanted = avoided.toLowerCase();
  const ground = firstNamedGround(words, unwanted) ?? random.choose(["hills", "mountains", "sea", "forest"]);
  return {
    seed,
    palette,
    ground,
    weather: chooseWeather(words),
    subjects: subjectWords
      .filter(([pattern, subject]) => has(words, pattern) && !has(unwanted, pattern) && (subject !== "boat" || ground === "sea"))
      .map(([, subject]) => subject),
    light: { x: random.between(0.24, 0.76), y: ground === "space" ? 0.2 : random.between(0.2, 0.42), radius: random.between(0.05, 0.085) },
    horizon: ground === "sea" ? random.between(0.54, 0.62) : random.between(0.5, 0.6),
    clouds: has(words, /\b(clear|cloudless)\b/) ? 0 : has(words, /\b(cloud\w*|storm\w*|rain\w*)\b/) ? 1 : random.between(0.25, 0.8),
    stars: palette.dark ? 220 : 0,
    birds: palette.dark || ground === "space" ? 0 : has(words, /\b(birds?|gulls?|swallows?)\b/) ? 9 : Math.floor(random.between(0, 6)),
  };
}
