/** Paints reference images as framed prints. */
import { type Canvas, createCanvas, limit, paintShape } from "./canvas.ts";

/** Scales an image to at most `side` pixels per side; each pixel is the average of those that it replaces. */
function shrink(image: Canvas, side: number): Canvas {
  const factor = Math.floor(Math.max(image.width, image.height) / side);
  if (factor < 2) return image;
  const small = createCanvas(Math.max(1, Math.floor(image.width / factor)), Math.max(1, Math.floor(image.height / factor)));
  for (let y = 0, at = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1, at += 4) {
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0;
        for (let part = 0; part < factor * factor; part += 1) {
          const row = y * factor + Math.floor(part / factor);
          sum += image.data[(row * image.width + x * factor + (part % factor)) * 4 + channel] ?? 0;
        }
        small.data[at + channel] = sum / (factor * factor);
      }
    }
  }
  return small;
}

function colourAt({ data, width, height }: Canvas, u: number, v: number): readonly [number, number, number] {
  const at = (limit(Math.floor(v * height), 0, height - 1) * width + limit(Math.floor(u * width), 0, width - 1)) * 4;
  const share = (data[at + 3] ?? 255) / 255;
  const over = (value: number | undefined) => (value ?? 0) * share + 245 * (1 - share);
  return [over(data[at]), over(data[at + 1]), over(data[at + 2])];
}

/** One print with a white border and a shadow; `tilt` in radians, `size` is its longer side in pixels. */
function paintPrint(canvas: Canvas, image: Canvas, centreX: number, centreY: number, size: number, tilt: number): void {
  const shape = image.width / image.height;
  const [halfWidth, halfHeight] = shape >= 1 ? [size / 2, size / 2 / shape] : [(size * shape) / 2, size / 2];
  const border = size * 0.045;
  const reach = Math.hypot(halfWidth, halfHeight) + border * 3;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const area = { left: centreX - reach, top: centreY - reach, right: centreX + reach, bottom: centreY + reach };
  const turned = (x: number, y: number) => [(x - centreX) * cos + (y - centreY) * sin, (y - centreY) * cos - (x - centreX) * sin] as const;
  const outside = (u: number, v: number, extra: number) => Math.max(Math.abs(u) - halfWidth - extra, Math.abs(v) - halfHeight - extra);
  paintShape(canvas, area, [0, 0, 0], (x, y) => {
    const [u, v] = turned(x - border * 0.6, y - border * 0.9);
    return 0.4 * limit(1 - outside(u, v, border) / (border * 1.4), 0, 1);
  });
  paintShape(canvas, area, [250, 248, 243], (x, y) => limit(0.5 - outside(...turned(x, y), border), 0, 1));
  for (let y = Math.max(0, Math.floor(area.top)); y < Math.min(canvas.height, area.bottom); y += 1) {
    for (let x = Math.max(0, Math.floor(area.left)); x < Math.min(canvas.width, area.right); x += 1) {
      const [u, v] = turned(x + 0.5, y + 0.5);
      if (outside(u, v, 0) > 0) continue;
      canvas.data.set(colourAt(image, u / halfWidth / 2 + 0.5, v / halfHeight / 2 + 0.5), (y * canvas.width + x) * 4);
    }
  }
}

/** Prints in a row along the upper edge, from the left. */
export function paintReferences(canvas: Canvas, images: readonly Canvas[]): void {
  const unit = Math.min(canvas.width, canvas.height);
  const size = Math.min(unit * 0.3, (canvas.width * 0.9) / Math.max(1, images.length));
  images.forEach((image, index) => {
    const tilt = index % 2 ? 0.06 : -0.07;
    paintPrint(canvas, shrink(image, size), size * 0.72 + index * size * 1.06, size * 0.72, size * 0.86, tilt);
  });
}
