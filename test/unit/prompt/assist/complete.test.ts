/** The completions at each position. The cursor is the `|` in each text. */
import { describe, expect, test } from "vitest";
import { complete } from "../../../../src/prompt/assist/complete.ts";
import type { PromptCompletion } from "../../../../src/prompt/assist/completion.ts";
import type { Facts } from "../../../../src/prompt/facts.ts";
import { applyTextEdits } from "../../../../src/prompt/text/textRange.ts";
import { corpusFacts } from "../corpus.ts";
import { marked } from "../marked.ts";

function at(text: string, facts: Facts = corpusFacts): PromptCompletion[] {
  const { document, offset } = marked(text);
  return complete(document, offset, facts).toSorted((a, b) => a.rank - b.rank);
}

function labels(text: string, facts?: Facts): string[] {
  return at(text, facts).map((one) => one.label);
}

/** The document after accepting the completion with that name. */
function accept(text: string, label: string): string {
  const { document } = marked(text);
  const chosen = at(text).find((one) => one.label === label);
  if (!chosen) throw new Error(`${label} is not offered.`);
  return applyTextEdits(document.text, [{ range: chosen.range, newText: chosen.insertText }]);
}

test("a model that only enlarges is offered to documents that enlarge, as the first", () => {
  const abilities = { image: "yes" } as const;
  const enlarging = { id: "sharp", abilities, capabilities: { size: [], image: 1, upscale: ["2"] } };
  const known: Facts = { models: [{ id: "painter", abilities }, enlarging] };
  expect(labels("---\nkind: image\nmodel: |\n---\n", known)).toEqual(["painter"]);
  expect(labels("---\nkind: image\nupscale: 2\nmodel: |\n---\n", known)).toEqual(["sharp", "painter"]);
});

describe("fields", () => {
  test("are those of the kind and interface, required ones first, without existing ones", () => {
    const offered = labels("---\nkind: audio\nmodel: flite\n|\n---\n");
    expect(offered.slice(0, 3)).toEqual(["input", "voice", "format"]);
    expect(offered).toContain("speed");
    expect(offered).not.toContain("model");
    expect(offered).not.toContain("aspect_ratio");
    expect(labels("---\ninterface: v2\nkind: video\n|\n---\n")).toContain("video_duration");
  });

  test("show whether they are required, their default, or examples", () => {
    const details = new Map(at("---\nkind: audio\n|\n---\n").map((one) => [one.label, one.detail]));
    expect([details.get("model"), details.get("interface"), details.get("speed"), details.get("output")]).toEqual([
      "required",
      "default v1",
      "e.g. 0.25, 1.0",
      "",
    ]);
  });

  test("replace the typed word and the rest of it", () => {
    expect(accept("---\nkind: image\nasp|\n---\n", "aspect_ratio")).toBe("---\nkind: image\naspect_ratio: \n---\n");
    expect(accept("---\nkind: image\nasp|ect: 1:1\n---\n", "aspect_ratio")).toBe("---\nkind: image\naspect_ratio: 1:1\n---\n");
  });

  test("inside an object are the object's own, in block and in flow style", () => {
    expect(labels("---\nmodel: demo-text\nreasoning:\n  |\n---\n")).toEqual(["effort"]);
    expect(labels("---\nmodel: demo-text\nreasoning: { | }\n---\n")).toEqual(["effort"]);
    expect(labels("---\nmodel: demo-text\ntools:\n  - type: image_generation\n    |\n---\n")).toEqual(["size", "quality", "aspect_ratio"]);
    expect(labels("---\nmodel: demo-text\ntools: [{ type: image_generation, | }]\n---\n")).toContain("size");
  });

  test("are offered while the YAML is invalid and while the closing fence is missing", () => {
    expect(labels("---\nkind: image\nmodel: [\nsi|\n---\n")).not.toContain("voice");
    expect(labels("---\nkind: image\nsi|\n")).toContain("size");
  });

  test("are not offered in a comment, in a block scalar, or below the front matter", () => {
    expect(labels("---\n# mod|\n---\n")).toEqual([]);
    expect(labels("---\ninstructions: >\n  mod|\n---\n")).toEqual([]);
    expect(labels("---\nmodel: demo-text\n---\nmod|\n")).toEqual([]);
  });
});

describe("values", () => {
  test("of a closed list are all of them, with the default marked", () => {
    expect(labels("---\nkind: |\n---\n")).toEqual(["text", "image", "audio", "video"]);
    expect(at("---\ninterface: |\n---\n").find((one) => one.label === "v1")?.detail).toBe("default");
    expect(labels("---\nmodel: demo-text\nreasoning: { effort: | }\n---\n")).toEqual(["low", "medium", "high"]);
    expect(labels("---\nmodel: demo-text\ntools:\n  - type: |\n---\n")).toEqual(["web_search", "image_generation"]);
    expect(labels("---\nmodel: demo-text\nstream: |\n---\n")).toEqual(["true", "false"]);
  });

  test("of an open list are accepted values of the model, then the spec's examples, without refused ones", () => {
    expect(labels("---\nkind: image\nmodel: demo-image\nsize: |\n---\n")).toEqual(["2k", "1k", "1024x1024"]);
    expect(labels("---\nkind: audio\nmodel: flite\nvoice: |\n---\n")).toEqual(["slt"]);
  });

  test("of `model` are those of the catalogue, models of the kind first, with their capabilities", () => {
    const offered = at("---\nkind: image\nmodel: |\n---\n");
    expect(offered.map((one) => one.label).slice(0, 2)).toEqual(["demo-image", "demo-multimodal"]);
    expect(offered[0]?.detail).toBe("demo · makes images");
    expect(offered.at(-1)?.detail).toBe("demo · does not make images");
  });

  test("for files are paths, as an element or as a new list", () => {
    expect(labels("---\nkind: image\nimage: [sk|]\n---\n")).toEqual(["sketch.png", "notes.md", "places.csv"]);
    expect(labels("---\nmodel: demo-text\nfiles:\n  - |\n---\n")).toContain("notes.md");
    expect(accept("---\nkind: image\nimage: |\n---\n", "sketch.png")).toBe("---\nkind: image\nimage: [sketch.png]\n---\n");
    expect(labels("---\nbatch: |\n---\n")).toContain("places.csv");
    expect(labels("---\nbatch: |\n---\n")).not.toContain("sketch.png");
  });
});

describe("in the prompt", () => {
  test("variables are the document's own, then the built-in ones, and close their braces", () => {
    expect(labels("---\nvars: { place: Brest }\n---\nIn {{|\n")).toEqual(["place", "selection", "file", "clipboard", "input", "date"]);
    expect(accept("---\nvars: { place: Brest }\n---\nIn {{pl|\n", "place")).toBe("---\nvars: { place: Brest }\n---\nIn {{place}}\n");
    expect(accept("---\nvars: { place: Brest }\n---\nIn {{pl|}}\n", "place")).toBe("---\nvars: { place: Brest }\n---\nIn {{place}}\n");
  });

  test("the sets and columns of `batch` are variables too", () => {
    expect(labels("---\nbatch: places.csv\n---\n{{|\n").slice(0, 2)).toEqual(["place", "light"]);
    expect(labels("---\nbatch: [{ time: noon }]\n---\n{{|\n")[0]).toBe("time");
  });

  test("paths are completed after `{{file:`", () => {
    expect(accept("---\n---\n{{file:no|\n", "notes.md")).toBe("---\n---\n{{file:notes.md}}\n");
  });

  test("roles are completed after `## `, if the request is a dialogue", () => {
    expect(labels("---\nmodel: demo-text\n---\n## |\n")).toEqual(["user", "assistant"]);
    expect(labels("---\nkind: image\n---\n## |\n")).toEqual([]);
  });

  test("nothing is offered for escaped braces", () => {
    expect(labels("---\n---\n\\{{|\n")).toEqual([]);
  });
});
