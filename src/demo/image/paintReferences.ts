/** Paints reference images as framed prints. */
import { blendPixel, type Canvas, limit, offsetOf } from "./canvas.ts";

/** One print with a white border; `tilt` in radians, `size` is its longer side in pixels. */
function paintPrint(canvas: Canvas, image: Canvas, centreX: number, centreY: number, size: number, tilt: number): void {
  const longest = Math.max(image.width, image.height);
  const [halfWidth, halfHeight] = [(size * image.width) / longest / 2, (size * image.height) / longest / 2];
  const border = size * 0.045;
  const reach = size * 0.8;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  for (let y = Math.max(0, Math.floor(centreY - reach)); y < Math.min(canvas.height, centreY + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(centreX - reach)); x < Math.min(canvas.width, centreX + reach); x += 1) {
      const [dx, dy] = [x + 0.5 - centreX, y + 0.5 - centreY];
      const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin];
      const outside = Math.max(Math.abs(u) - halfWidth, Math.abs(v) - halfHeight);
      const at = (y * canvas.width + x) * 4;
      blendPixel(canvas, at, [250, 248, 243], limit(border - outside + 0.5, 0, 1));
      if (outside >= 0) continue;
      const source = offsetOf(image, u / halfWidth / 2 + 0.5, v / halfHeight / 2 + 0.5);
      const [red = 0, green = 0, blue = 0, opacity = 255] = image.data.subarray(source, source + 4);
      blendPixel(canvas, at, [red, green, blue], opacity / 255);
    }
  }
}

/** Prints in a row along the upper edge, from the left. */
export function paintReferences(canvas: Canvas, images: readonly Canvas[]): void {
  const size = Math.min(Math.min(canvas.width, canvas.height) * 0.3, (canvas.width * 0.9) / Math.max(1, images.length));
  for (const [index, image] of images.entries()) {
    paintPrint(canvas, image, size * 0.72 + index * size * 1.06, size * 0.72, size * 0.86, index % 2 ? 0.06 : -0.07);
  }
}
