/** Chooses the colours of a scene from the words of a prompt and the colours of reference images. */
import type { RandomNumbers } from "../randomNumbers.ts";
import { brightness, mix, type RgbColour } from "./canvas.ts";

export interface Palette {
  skyTop: RgbColour;
  skyMiddle: RgbColour;
  horizon: RgbColour;
  /** Sun or moon. */
  light: RgbColour;
  /** The farthest and the nearest ground. */
  far: RgbColour;
  near: RgbColour;
  dark: boolean;
}

/** A colour written as six hexadecimal digits. */
function hex(text: string): RgbColour {
  const value = Number.parseInt(text, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function palette(skyTop: string, skyMiddle: string, horizon: string, light: string, far: string, near: string, dark = false): Palette {
  return { skyTop: hex(skyTop), skyMiddle: hex(skyMiddle), horizon: hex(horizon), light: hex(light), far: hex(far), near: hex(near), dark };
}

const moods = {
  dawn: palette("38508f", "c98bb0", "ffd9b0", "fff2d0", "a58db4", "33305c"),
  day: palette("2f7fd0", "7fbdf0", "e4f4fb", "fffbe0", "8fb7c9", "2c5b4a"),
  dusk: palette("26215e", "b1447e", "ffb067", "ffe9a8", "8a4a86", "1d1338"),
  night: palette("050a22", "12204f", "33508a", "f1f4ff", "2b3f70", "060a1c", true),
  sea: palette("1c6ea4", "6cc0d4", "f2efd4", "fff8d8", "6aa5b5", "0f4358"),
  forest: palette("6fa3a0", "b9d6bd", "f1f2d6", "fffbe2", "8fb59a", "14352b"),
  desert: palette("3c7fb5", "e7b98a", "ffe3b3", "fff4cf", "d79a68", "70331f"),
  winter: palette("5d82b0", "b4cde2", "f3f6fb", "ffffff", "b9cbe0", "4b6287"),
  autumn: palette("5a7ba6", "e6b57e", "ffe7bf", "fff3cf", "c98a5a", "4d1f1b"),
  spring: palette("6fb3e0", "cfe3f1", "ffe6ee", "fffbe6", "b7c9a7", "2f6b4d"),
  storm: palette("1c2430", "46546a", "93a2b3", "e9eef2", "56657a", "12181f", true),
  fire: palette("1a0710", "6d1420", "ff7a2e", "ffe08a", "7a2a2a", "160509", true),
  space: palette("04030f", "160b3a", "3b1a66", "ffe9c8", "2b1858", "05030f", true),
} satisfies Record<string, Palette>;
type Mood = keyof typeof moods;

const moodWords: readonly (readonly [RegExp, Mood])[] = [
  [/\b(space|planets?|galaxy|cosmos|nebula|astronauts?|orbit|mars)\b/, "space"],
  [/\b(night|midnight|moon\w*|stars?|starry|aurora)\b/, "night"],
  [/\b(dusk|sunset|evening|twilight)\b/, "dusk"],
  [/\b(dawn|sunrise|morning)\b/, "dawn"],
  [/\b(storm\w*|thunder\w*|rain\w*|grey|gray|gloomy)\b/, "storm"],
  [/\b(fire|volcano|lava|flames?|dragons?)\b/, "fire"],
  [/\b(winter|snow\w*|ice|icy|frost\w*|christmas)\b/, "winter"],
  [/\b(autumn|fall|harvest|october)\b/, "autumn"],
  [/\b(spring|blossoms?|flowers?|meadow|garden)\b/, "spring"],
  [/\b(desert|dunes?|sand|sahara|canyon)\b/, "desert"],
  [/\b(sea|ocean|beach|coast|waves?|harbou?r|island|boats?|ships?|sail\w*|lighthouse)\b/, "sea"],
  [/\b(forest|woods?|trees?|jungle|pines?|fox)\b/, "forest"],
  [/\b(day|noon|sunny|summer|blue sky)\b/, "day"],
];

const colourWords: readonly (readonly [RegExp, RgbColour])[] = [
  [/\b(?:red|crimson)\b/, hex("d7263d")],
  [/\borange\b/, hex("ff8a2a")],
  [/\b(?:gold|golden|yellow)\b/, hex("f2b632")],
  [/\b(?:green|emerald)\b/, hex("3aa75a")],
  [/\b(?:teal|turquoise)\b/, hex("1b9aaa")],
  [/\b(?:blue|indigo)\b/, hex("2f6fde")],
  [/\b(?:purple|violet)\b/, hex("7d3fb8")],
  [/\b(?:pink|magenta)\b/, hex("f27ba5")],
  [/\bbrown\b/, hex("8a5a35")],
  [/\b(?:white|silver)\b/, hex("f6f6f2")],
  [/\bblack\b/, hex("14141c")],
];

/** The first colour in our list that the prompt names. */
export function namedColour(prompt: string): RgbColour | undefined {
  const words = prompt.toLowerCase();
  return colourWords.find(([pattern]) => pattern.test(words))?.[1];
}

/** The first mood in our list that the prompt names, otherwise a random one. */
function chooseMood(words: string, random: RandomNumbers): Mood {
  const named = moodWords.find(([pattern]) => pattern.test(words));
  return named ? named[1] : random.choose(["dawn", "day", "dusk", "sea", "autumn", "spring"]);
}

function tint(base: Palette, colour: RgbColour, share: number): Palette {
  return {
    ...base,
    skyTop: mix(base.skyTop, mix(colour, base.skyTop, 0.35), share),
    skyMiddle: mix(base.skyMiddle, colour, share * 0.75),
    horizon: mix(base.horizon, mix(colour, [255, 255, 255], 0.55), share * 0.7),
    far: mix(base.far, colour, share * 0.6),
    near: mix(base.near, mix(colour, [0, 0, 0], 0.7), share * 0.6),
  };
}

const saturation = (colour: RgbColour) => Math.max(...colour) - Math.min(...colour);

/** `referenceColours` are dominant colours of images, most frequent first. */
export function choosePalette(words: string, random: RandomNumbers, referenceColours: readonly RgbColour[]): Palette {
  let chosen: Palette = moods[chooseMood(words, random)];
  for (const [pattern, colour] of colourWords) if (pattern.test(words)) chosen = tint(chosen, colour, 0.65);
  const colours = referenceColours.slice(0, 6);
  const byBrightness = colours.toSorted((a, b) => brightness(a) - brightness(b));
  const [darkest, brightest] = [byBrightness[0], byBrightness.at(-1)];
  const strongest = colours.toSorted((a, b) => saturation(b) - saturation(a))[0];
  if (!strongest || !darkest || !brightest) return chosen;
  return {
    ...chosen,
    skyTop: mix(chosen.skyTop, mix(strongest, darkest, 0.7), 0.8),
    skyMiddle: mix(chosen.skyMiddle, strongest, 0.8),
    horizon: mix(chosen.horizon, mix(brightest, [255, 255, 255], 0.2), 0.8),
    far: mix(chosen.far, mix(strongest, darkest, 0.4), 0.8),
    near: mix(chosen.near, mix(darkest, [0, 0, 0], 0.4), 0.8),
  };
}
