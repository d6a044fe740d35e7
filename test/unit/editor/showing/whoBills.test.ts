/** What is said about money names who bills: never the demo, and never what runs on this machine. */
import { expect, test } from "vitest";
import { type Biller, findBiller } from "../../../../src/editor/base/findBiller.ts";
import { billingSentence, deletionSentence, stoppedSentence } from "../../../../src/editor/showing/whoBills.ts";

const providers = {
  openai: { type: "openai", apiKey: "k" },
  ollama: { type: "openai-compatible", baseURL: "http://127.0.0.1:11434/v1" },
  studio: { type: "openai-compatible", baseURL: "http://localhost:1234/v1" },
  six: { type: "openai-compatible", baseURL: "http://[::1]:8080/v1" },
  server: { type: "openai-compatible", baseURL: "http://192.168.1.5:11434/v1" },
  likeLocal: { type: "openai-compatible", baseURL: "https://localhost.example.com/v1" },
  broken: { type: "openai-compatible", baseURL: "127.0.0.1" },
  trial: { type: "demo" },
  program: { type: "command", models: {} },
  own: { type: "local", models: { story: { file: "/models/story.gguf" } } },
};

test.each<[string, readonly string[] | undefined, Biller, Record<string, unknown>?]>([
  ["the demo", ["demo-text", "demo-image"], "nobody"],
  ["the built-in voice and upscaler", ["flite", "anime4k"], "nobody"],
  ["a demo with a name", ["trial/demo-text"], "nobody"],
  ["an engine on 127.0.0.1", ["ollama/qwen3:4b"], "engine"],
  ["an engine on localhost", ["studio/openai/gpt-oss-20b"], "engine"],
  ["an engine on ::1", ["six/m"], "engine"],
  ["the demo and an engine", ["demo-image", "ollama/qwen3:4b"], "engine"],
  ["the engine that the extension installs", ["own/story"], "engine"],
  ["a company", ["openai/gpt-5"], "service"],
  ["another machine", ["server/m"], "service"],
  ["a host that only begins like this machine's", ["likeLocal/m"], "service"],
  ["an address that is none", ["broken/m"], "service"],
  ["a program, which may ask anybody", ["program/m"], "service"],
  ["a provider that is not configured any more", ["gone/m"], "service"],
  ["the demo and a company", ["demo-text", "openai/gpt-5"], "service"],
  ["models that are not known yet, of every provider", undefined, "service"],
  ["models that are not known yet, of the demo alone", undefined, "nobody", {}],
  ["models that are not known yet, of an engine and the demo", undefined, "engine", { ollama: providers.ollama }],
])("%s", (_, models, biller, configured = providers) => {
  expect(findBiller(models, { baseUrl: "", providers: configured })).toBe(biller);
  // A service of the user's own may bill models of the same names.
  expect(findBiller(models, { baseUrl: "https://service.example", providers: configured })).toBe("service");
});

test("only of a service it is said that it bills", () => {
  const said = (biller: Biller) => [1, 2].map((count) => billingSentence(biller, count)).concat(stoppedSentence(biller));
  expect(said("service")).toEqual([
    "The service bills it.",
    "The service bills each request.",
    "It was stopped. The request was sent, and may be billed.",
  ]);
  expect(said("nobody").join(" ")).not.toMatch(/service|may be billed/);
  expect(said("engine").join(" ")).not.toMatch(/service|bill/);
});

test("deleting a task that goes on says that it is billed, and that its cost is not counted", () => {
  const [ended, goesOn] = [{ isEnded: true }, { isEnded: false }];
  expect(deletionSentence([])).toBeUndefined();
  expect(deletionSentence([ended])).toMatch(/ends if it is deleted on the service.*Otherwise.*billed.*not counted/);
  for (const tasks of [[goesOn], [ended, goesOn]]) {
    expect(deletionSentence(tasks)).toMatch(/may go on.*bills.*not counted/);
  }
});
