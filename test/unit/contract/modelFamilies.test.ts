/** Guesses a model's abilities from its name. */
import { describe, expect, it } from "vitest";
import { kinds } from "../../../src/contract/kind.ts";
import { guessAbility } from "../../../src/contract/modelFamilies.ts";
import { modelIds } from "./modelIds.ts";

const able = (model: string) => kinds.filter((kind) => guessAbility(model, kind).can === "yes");

describe("guessAbility", () => {
  it.each([
    ["demo-text", "text"],
    ["demo-multimodal", "text"],
    ["demo-image-pro", "image"],
    ["flite", "audio"],
    ["demo-video", "video"],
    ["gpt-image-2", "image"],
    ["gpt-4o-mini-tts", "audio"],
    ["claude-sonnet-4", "text"],
    ["veo-3", "video"],
    ["gen-4-turbo", "video"],
    ["imagen-4.0-generate-001", "image"],
    ["google/imagen-3", "image"],
    ["qwen2-audio:7b", "text"],
    ["kimi-audio-7b-instruct", "text"],
    ["granite-speech-3.3-8b", "text"],
    ["video-llava", "text"],
    ["VideoLLaMA3-7B", "text"],
    ["internvideo2.5-chat", "text"],
    ["qwen3-omni-30b-a3b-captioner", "text"],
    ["flux-prompt-enhance", "text"],
    ["qwen-image", "image"],
    ["kokoro-82m", "audio"],
    ["hunyuan-video", "video"],
    ["aurora-alpha-instruct", "text"],
    ["barking-llama", "text"],
  ])("guesses that %s generates %s", (model, kind) => {
    expect(able(model)).toEqual([kind]);
  });

  const groups = Object.entries(modelIds).flatMap(([made, byProvider]) =>
    Object.entries(byProvider).map(([provider, ids]) => ({ made, provider, ids })),
  );

  it.each(groups)("knows what the catalogue of $provider says: $made", ({ made, ids }) => {
    const guessed = (id: string) => able(id)[0] ?? (kinds.every((kind) => guessAbility(id, kind).can === "no") ? "none" : "unknown");
    expect(Object.fromEntries(ids.map((id) => [id, guessed(id)]))).toEqual(Object.fromEntries(ids.map((id) => [id, made])));
  });

  it("leaves every kind open if the name is unknown", () => {
    expect(kinds.map((kind) => guessAbility("mystery-7", kind).can)).toEqual(["perhaps", "perhaps", "perhaps", "perhaps"]);
  });

  it("leaves text open for a family that also generates images", () => {
    expect(guessAbility("gemini-flash-image", "text").can).toBe("perhaps");
    expect(guessAbility("gemini-flash-image", "video").can).toBe("no");
  });
});
