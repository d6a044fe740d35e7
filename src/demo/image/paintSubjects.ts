/** Paints the things that a prompt names as silhouettes. */
import { createRandomNumbers } from "../randomNumbers.ts";
import { type Canvas, type CanvasArea, mix, paintDisc, paintLine, paintPolygon, type RgbColour } from "./canvas.ts";
import type { Scene, Subject } from "./scene.ts";

/**
 * The shapes of each subject: an ink, with its opacity in percent if it is not opaque; `p` for a convex polygon, `l` and a thickness for a line, or
 * `d` and a radius for discs; and points. Numbers are hundredths of the subject's height, around its foot point: x to the right, y up.
 */
const drawings: Record<Subject, string> = {
  boat: "dark p -42,20 45,20 30,0 -30,0; dark l2.5 0,20 0,100; pale p 3,97 3,26 42,26; red p -3,85 -3,26 -32,26",
  lighthouse: `dark p -50,0 50,0 30,10 -26,12;
    pale p -13,10 13,10 12,23 -12,23; red p -12,23 12,23 11,36 -11,36; pale p -11,36 11,36 10,49 -10,49; red p -10,49 10,49 9,62 -9,62;
    pale p -8,62 8,62 7,75 -7,75; warm16 d30 0,81; warm30 d14 0,81; warm p -6,75 6,75 6,87 -6,87; dark p -9,87 9,87 0,99;
    dark l2 -11,75 11,75`,
  house: `wall p -50,0 50,0 50,52 -50,52; dark p 24,60 36,60 36,100 24,100; red p -62,50 62,50 34,95 -34,95;
    dark p -10,0 10,0 10,32 -10,32; warm p -41,18 -23,18 -23,38 -41,38; warm p 23,18 41,18 41,38 23,38`,
  balloon: `red d32 0,68; red p -27,52 27,52 7,24 -7,24; pale85 p -20,92 -12,92 -7,30 -13,30; pale85 p 12,92 20,92 13,30 7,30;
    dark l1.2 -6,24 -5,10; dark l1.2 6,24 5,10; dark p -6.5,11 6.5,11 5,0 -5,0`,
  cat: `dark p -26,0 22,0 12,55 -10,58; dark d24 -3,22; dark d20 0,72; dark p 19,74 5,88 17,100; dark p -19,74 -5,88 -17,100;
    dark l7 20,3 34,14 44,25 46,36 38,47 22,58; warm d3 -8,74 8,74`,
  tree: "dark p -6,0 6,0 3.5,50 -3.5,50; dark d25 0,74; dark d20 -20,60; dark d19 22,60; dark d18 -10,82; dark d16 12,84",
};

const sizes: Record<Subject, number> = { boat: 0.2, lighthouse: 0.42, house: 0.17, balloon: 0.26, cat: 0.26, tree: 0.36 };

/** The foot point of a subject, in fractions of width and height. */
function footOf(subject: Subject, scene: Scene, chance: number): readonly [number, number] {
  const opposite = scene.light.x > 0.5 ? 0.16 + chance * 0.2 : 0.64 + chance * 0.2;
  if (subject === "boat") return [0.3 + chance * 0.4, scene.horizon + 0.14];
  if (subject === "balloon") return [opposite, 0.5];
  return [opposite, subject === "lighthouse" ? (scene.ground === "sea" ? scene.horizon + 0.035 : 0.78) : 0.83];
}

/** Things in the water and in the air move slightly with `time`, in seconds. */
export function paintSubjects(canvas: Canvas, scene: Scene, time: number): void {
  const random = createRandomNumbers(scene.seed + 41);
  const unit = Math.min(canvas.width, canvas.height);
  const inks = inksOf(scene);
  for (const subject of scene.subjects) {
    const [shareX, shareY] = footOf(subject, scene, random.next());
    const floats = subject === "boat" || subject === "balloon";
    const x = shareX * canvas.width + (floats ? time * unit * 0.012 : 0);
    const y = shareY * canvas.height + (floats ? Math.sin(time * 1.7) * unit * 0.006 : 0);
    for (const shape of drawings[subject].split(";")) paintDrawing(canvas, shape.trim(), [x, y], (sizes[subject] * unit) / 100, inks);
  }
}

function inksOf({ palette: { near, light } }: Scene): Readonly<Record<string, RgbColour>> {
  const [dark, pale] = [mix(near, [0, 0, 0], 0.35), mix(light, [255, 255, 255], 0.4)];
  return { dark, pale, wall: mix(pale, dark, 0.25), warm: [255, 214, 120], red: mix([196, 52, 52], near, 0.2) };
}

/** The largest part of the subject's half width, in hundredths of its height. */
const widest = 62;

/** One subject that stands in the area, as large as fits. */
export function paintSubject(canvas: Canvas, scene: Scene, subject: Subject, area: CanvasArea): void {
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  const scale = Math.min(height * 0.85, (width * 0.9 * 50) / widest) / 100;
  const foot = [area.left + width / 2, area.bottom - height * 0.06] as const;
  for (const shape of drawings[subject].split(";")) paintDrawing(canvas, shape.trim(), foot, scale, inksOf(scene));
}

function paintDrawing(
  canvas: Canvas,
  shape: string,
  [footX, footY]: readonly [number, number],
  scale: number,
  inks: Readonly<Record<string, RgbColour>>,
): void {
  const [ink = "", tool = "", ...rest] = shape.split(/\s+/);
  const [, name = "", percent = ""] = /^([a-z]+)(\d*)$/.exec(ink) ?? [];
  const colour: RgbColour = inks[name] ?? [0, 0, 0];
  const opacity = Number(percent || 100) / 100;
  const extent = Number(tool.slice(1)) * scale;
  const points = rest.map((point) => {
    const [x = 0, y = 0] = point.split(",").map(Number);
    return [footX + x * scale, footY - y * scale] as const;
  });
  if (tool === "p") paintPolygon(canvas, points, colour, opacity);
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (tool.startsWith("d")) paintDisc(canvas, ...point, extent, colour, opacity);
    else if (tool.startsWith("l") && next) paintLine(canvas, point, next, extent, colour);
  }
}
