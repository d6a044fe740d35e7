/** The fields of a request that are neither its prompt nor an option. */
import { expect, test } from "vitest";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { listOtherFields } from "../../../../src/editor/library/listOtherFields.ts";
import { describeReference } from "../../../../src/editor/requests/describeReference.ts";

test("unknown fields of v1 have their paths; the prompt, options and reference images are left out", () => {
  const body = {
    model: "painter",
    prompt: "A fox",
    size: "1k",
    seed: 7,
    tiling: true,
    style: { name: "ink", tags: ["dark", "wet"] },
    image: [{ type: "input_image" as const, image_url: "https://example.com/a.png", detail: "high" }],
  };
  expect(listOtherFields({ interface: "v1", kind: "image", body })).toEqual([
    ["tiling", "true"],
    ["style.name", "ink"],
    ["style.tags.0", "dark"],
    ["style.tags.1", "wet"],
    ["image.0.detail", "high"],
  ]);
});

test("v2 works the same way, and a value that is not an option is shown unchanged", () => {
  const request: TaskRequest = {
    interface: "v2",
    kind: "video",
    body: {
      type: "out_video",
      ai: { model: "filmer", video_size: "16:9", video_duration: "long", mood: "calm" },
      content: [
        { type: "input_text", text: "A fox" },
        { type: "input_file", file_data: "data:image/png;base64,AAAA" },
      ],
    },
  };
  const fields = new Map(listOtherFields(request));
  expect(fields.get("ai.mood")).toBe("calm");
  expect([...fields.keys()].filter((path) => path.startsWith("content") || path === "ai.model" || path === "type")).toEqual([]);
});

test("a long value is truncated", () => {
  const [field] = listOtherFields({ interface: "v1", kind: "image", body: { model: "a", prompt: "b", note: "x".repeat(5000) } });
  expect(field?.[1].length).toBeLessThan(320);
});

test("reference images can be distinguished", () => {
  expect(describeReference("https://example.com/a.png")).toBe("https://example.com/a.png");
  expect(describeReference("data:image/png;base64,AAAA")).toMatch(/^image\/png 4 [0-9a-f]{8}$/);
  expect(describeReference("data:image/png;base64,AAAB")).not.toBe(describeReference("data:image/png;base64,AAAA"));
});
