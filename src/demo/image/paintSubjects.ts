/** Paints the things that a prompt names as silhouettes. */
import { createRandomNumbers } from "../randomNumbers.ts";
import { type Canvas, type Colour, mix, paintDisc, paintLine, paintPolygon } from "./canvas.ts";
import type { Scene, Subject } from "./scene.ts";

/** Draws around the subject's foot point; `size` is the subject's height in pixels. */
interface Pen {
  polygon(corners: readonly (readonly [number, number])[], colour: Colour, opacity?: number): void;
  disc(x: number, y: number, radius: number, colour: Colour, opacity?: number): void;
  line(from: readonly [number, number], to: readonly [number, number], thickness: number, colour: Colour): void;
}

function createPen(canvas: Canvas, footX: number, footY: number, size: number): Pen {
  const toCanvas = ([x, y]: readonly [number, number]) => [footX + x * size, footY - y * size] as const;
  return {
    polygon: (corners, colour, opacity) => paintPolygon(canvas, corners.map(toCanvas), colour, opacity),
    disc: (x, y, radius, colour, opacity) => paintDisc(canvas, ...toCanvas([x, y]), radius * size, colour, opacity),
    line: (from, to, thickness, colour) => paintLine(canvas, toCanvas(from), toCanvas(to), thickness * size, colour),
  };
}

interface Inks {
  dark: Colour;
  pale: Colour;
  warm: Colour;
  red: Colour;
}

/** Coordinates are fractions of the subject's height: x to the right, y up. */
const drawings: Record<Subject, (pen: Pen, inks: Inks) => void> = {
  boat(pen, { dark, pale, red }) {
    pen.polygon(
      [
        [-0.42, 0.2],
        [0.45, 0.2],
        [0.3, 0],
        [-0.3, 0],
      ],
      dark,
    );
    pen.line([0, 0.2], [0, 1], 0.025, dark);
    pen.polygon(
      [
        [0.03, 0.97],
        [0.03, 0.26],
        [0.42, 0.26],
      ],
      pale,
    );
    pen.polygon(
      [
        [-0.03, 0.85],
        [-0.03, 0.26],
        [-0.32, 0.26],
      ],
      red,
    );
  },
  lighthouse(pen, { dark, pale, warm, red }) {
    pen.polygon(
      [
        [-0.5, 0],
        [0.5, 0],
        [0.3, 0.1],
        [-0.26, 0.12],
      ],
      dark,
    );
    for (let stripe = 0; stripe < 5; stripe += 1) {
      const [low, high] = [0.1 + stripe * 0.13, 0.1 + (stripe + 1) * 0.13];
      const [wide, narrow] = [0.14 - low * 0.09, 0.14 - high * 0.09];
      pen.polygon(
        [
          [-wide, low],
          [wide, low],
          [narrow, high],
          [-narrow, high],
        ],
        stripe % 2 ? red : pale,
      );
    }
    pen.disc(0, 0.81, 0.3, warm, 0.16);
    pen.disc(0, 0.81, 0.14, warm, 0.3);
    pen.polygon(
      [
        [-0.06, 0.75],
        [0.06, 0.75],
        [0.06, 0.87],
        [-0.06, 0.87],
      ],
      warm,
    );
    pen.polygon(
      [
        [-0.09, 0.87],
        [0.09, 0.87],
        [0, 0.99],
      ],
      dark,
    );
    pen.line([-0.11, 0.75], [0.11, 0.75], 0.02, dark);
  },
  house(pen, { dark, pale, warm, red }) {
    pen.polygon(
      [
        [-0.5, 0],
        [0.5, 0],
        [0.5, 0.52],
        [-0.5, 0.52],
      ],
      mix(pale, dark, 0.25),
    );
    pen.polygon(
      [
        [0.24, 0.6],
        [0.36, 0.6],
        [0.36, 1],
        [0.24, 1],
      ],
      dark,
    );
    pen.polygon(
      [
        [-0.62, 0.5],
        [0.62, 0.5],
        [0.34, 0.95],
        [-0.34, 0.95],
      ],
      red,
    );
    pen.polygon(
      [
        [-0.1, 0],
        [0.1, 0],
        [0.1, 0.32],
        [-0.1, 0.32],
      ],
      dark,
    );
    for (const x of [-0.32, 0.32])
      pen.polygon(
        [
          [x - 0.09, 0.18],
          [x + 0.09, 0.18],
          [x + 0.09, 0.38],
          [x - 0.09, 0.38],
        ],
        warm,
      );
  },
  balloon(pen, { dark, pale, red }) {
    pen.disc(0, 0.68, 0.32, red);
    pen.polygon(
      [
        [-0.27, 0.52],
        [0.27, 0.52],
        [0.07, 0.24],
        [-0.07, 0.24],
      ],
      red,
    );
    for (const x of [-0.16, 0.16])
      pen.polygon(
        [
          [x - 0.035, 0.92],
          [x + 0.035, 0.92],
          [x * 0.6 + 0.03, 0.3],
          [x * 0.6 - 0.03, 0.3],
        ],
        pale,
        0.85,
      );
    for (const x of [-1, 1]) pen.line([x * 0.06, 0.24], [x * 0.05, 0.1], 0.012, dark);
    pen.polygon(
      [
        [-0.065, 0.11],
        [0.065, 0.11],
        [0.05, 0],
        [-0.05, 0],
      ],
      dark,
    );
  },
  cat(pen, { dark, warm }) {
    pen.polygon(
      [
        [-0.26, 0],
        [0.22, 0],
        [0.12, 0.55],
        [-0.1, 0.58],
      ],
      dark,
    );
    pen.disc(-0.03, 0.22, 0.24, dark);
    pen.disc(0, 0.72, 0.2, dark);
    for (const x of [-1, 1])
      pen.polygon(
        [
          [x * 0.19, 0.74],
          [x * 0.05, 0.88],
          [x * 0.17, 1],
        ],
        dark,
      );
    for (let step = 0; step < 10; step += 1) {
      const bend = (at: number) => [0.2 + 0.26 * Math.sin(at * 0.28), 0.03 + at * 0.055] as const;
      pen.line(bend(step), bend(step + 1), 0.07, dark);
    }
    for (const x of [-0.08, 0.08]) pen.disc(x, 0.74, 0.03, warm);
  },
  tree(pen, { dark }) {
    pen.polygon(
      [
        [-0.06, 0],
        [0.06, 0],
        [0.035, 0.5],
        [-0.035, 0.5],
      ],
      dark,
    );
    for (const [x, y, radius] of [
      [0, 0.74, 0.25],
      [-0.2, 0.6, 0.2],
      [0.22, 0.6, 0.19],
      [-0.1, 0.82, 0.18],
      [0.12, 0.84, 0.16],
    ] as const) {
      pen.disc(x, y, radius, dark);
    }
  },
};

const sizes: Record<Subject, number> = { boat: 0.2, lighthouse: 0.42, house: 0.17, balloon: 0.26, cat: 0.26, tree: 0.36 };

/** The foot point of a subject, in fractions of width and height. */
function footOf(subject: Subject, scene: Scene, chance: number): readonly [number, number] {
  const opposite = scene.light.x > 0.5 ? 0.16 + chance * 0.2 : 0.64 + chance * 0.2;
  switch (subject) {
    case "balloon":
      return [opposite, 0.5];
    case "boat":
      return [0.3 + chance * 0.4, scene.horizon + 0.14];
    case "lighthouse":
      return [opposite, scene.ground === "sea" ? scene.horizon + 0.035 : 0.78];
    case "cat":
    case "tree":
    case "house":
      return [opposite, 0.83];
  }
}

/** Things in the water and in the air move slightly with `time`, in seconds. */
export function paintSubjects(canvas: Canvas, scene: Scene, time: number): void {
  const random = createRandomNumbers(scene.seed + 41);
  const unit = Math.min(canvas.width, canvas.height);
  const { near, light } = scene.palette;
  const inks: Inks = {
    dark: mix(near, [0, 0, 0], 0.35),
    pale: mix(light, [255, 255, 255], 0.4),
    warm: [255, 214, 120],
    red: mix([196, 52, 52], near, 0.2),
  };
  for (const subject of scene.subjects) {
    const [shareX, shareY] = footOf(subject, scene, random.next());
    const floats = subject === "boat" || subject === "balloon";
    const bob = floats ? Math.sin(time * 1.7) * unit * 0.006 : 0;
    const sail = floats ? time * unit * 0.012 : 0;
    drawings[subject](createPen(canvas, shareX * canvas.width + sail, shareY * canvas.height + bob, sizes[subject] * unit), inks);
  }
}
