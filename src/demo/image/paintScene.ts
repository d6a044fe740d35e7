/** Paints a scene in a size, at a time. */
import { createRandomNumbers } from "../randomNumbers.ts";
import { type Canvas, createCanvas, paintLine } from "./canvas.ts";
import { coveredRows, layOutGround, paintGround } from "./paintGround.ts";
import { paintPlanet } from "./paintPlanet.ts";
import { type Detail, paintSky } from "./paintSky.ts";
import { paintSubjects } from "./paintSubjects.ts";
import { paintWater } from "./paintWater.ts";
import type { Scene } from "./scene.ts";

/** `time` in seconds: clouds drift, waves travel and the ground moves past. */
export function paintScene(scene: Scene, width: number, height: number, detail: Detail, time = 0): Canvas {
  const canvas = createCanvas(width, height);
  const horizon = scene.ground === "space" ? height : Math.min(height, Math.ceil(scene.horizon * height) + 1);
  const layers = layOutGround(canvas, scene, time, detail);
  paintSky(canvas, scene, scene.ground === "sea" ? horizon : height, coveredRows(canvas, scene, layers), time, detail);
  if (scene.ground === "space") paintPlanet(canvas, scene, time);
  paintGround(canvas, scene, layers, time, detail);
  if (scene.ground === "sea") paintWater(canvas, scene, time, detail);
  paintSubjects(canvas, scene, time);
  paintBirds(canvas, scene, time);
  paintWeather(canvas, scene, time, detail);
  return canvas;
}

function paintBirds(canvas: Canvas, scene: Scene, time: number): void {
  const random = createRandomNumbers(scene.seed + 13);
  const unit = Math.min(canvas.width, canvas.height);
  for (let bird = 0; bird < scene.birds; bird += 1) {
    const size = unit * random.between(0.009, 0.02);
    const x = (random.between(0.1, 0.9) * canvas.width + time * unit * 0.03) % canvas.width;
    const y = random.between(0.12, scene.horizon - 0.12) * canvas.height;
    const lift = size * (0.45 + 0.3 * Math.sin(time * 6 + bird));
    const colour = scene.palette.near;
    for (const side of [-1, 1]) {
      paintLine(canvas, [x, y], [x + side * size * 0.55, y - lift], size * 0.16, colour, 0.8);
      paintLine(canvas, [x + side * size * 0.55, y - lift], [x + side * size * 1.15, y - lift * 0.55], size * 0.11, colour, 0.8);
    }
  }
}

function paintWeather(canvas: Canvas, scene: Scene, time: number, detail: Detail): void {
  if (scene.weather !== "rain" && scene.weather !== "snow") return;
  const random = createRandomNumbers(scene.seed + 19);
  const { width, height } = canvas;
  const unit = Math.min(width, height);
  const snow = scene.weather === "snow";
  const speed = snow ? 0.09 : 1.6;
  for (let drop = 0; drop < 130 * detail; drop += 1) {
    const near = random.between(0.35, 1);
    const x = (random.next() * width + (snow ? Math.sin(time + drop) * unit * 0.01 : 0)) % width;
    const y = (random.next() * height + time * speed * near * unit) % height;
    const length = snow ? 0 : unit * 0.035 * near;
    paintLine(
      canvas,
      [x, y],
      [x - length * 0.22, y + length],
      unit * near * (snow ? 0.007 : 0.0018),
      [255, 255, 255],
      near * (snow ? 0.75 : 0.3),
    );
  }
}
