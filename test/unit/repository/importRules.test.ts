/** Checks the import rules of `biome.json`: writes forbidden and allowed imports into each folder of `src/` and lints them. */
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "./repositoryFiles.ts";

const biome = path.join(repository, "node_modules", "@biomejs", "biome", "bin", "biome");

/** Examples of forbidden and allowed imports in the modules of each folder. */
const folders: Record<string, { forbidden: string[]; allowed: string[] }> = {
  contract: {
    forbidden: ["vscode", "@ai-sdk/provider", "undici", "zod", "node:fs", "../client/serviceError.ts", "../sqlite/openDatabase.ts"],
    allowed: ["zod/mini", "./kind.ts"],
  },
  chat: {
    forbidden: [
      "vscode",
      "undici",
      "node:path",
      "preact",
      "../markdown/parser.ts",
      "../prompt/diagnose.ts",
      "../conversations/session.ts",
      "../editor/studio.ts",
      "../sqlite/openDatabase.ts",
    ],
    allowed: ["../contract/kind.ts", "zod/mini"],
  },
  markdown: {
    forbidden: ["vscode", "node:fs", "dompurify", "zod", "../contract/kind.ts", "../chat/turn.ts", "../webview/links.ts"],
    allowed: ["markdown-it", "./parser.ts"],
  },
  prompt: {
    forbidden: ["vscode", "node:fs", "../client/serviceError.ts", "../chat/turn.ts", "../sqlite/openDatabase.ts"],
    allowed: ["yaml", "../contract/kind.ts"],
  },
  client: {
    forbidden: ["vscode", "hono", "../providers/provider.ts", "../service/service.ts", "../tasks/task.ts", "../sqlite/openDatabase.ts"],
    allowed: ["undici", "eventsource-parser", "node:fs/promises", "../network/dispatchers.ts"],
  },
  service: {
    forbidden: [
      "vscode",
      "undici",
      "@ai-sdk/openai",
      "../client/serviceError.ts",
      "../tasks/task.ts",
      "../demo/generator.ts",
      "../wholeFiles/replaceFile.ts",
      "../commandLine/main.ts",
    ],
    allowed: ["hono", "@ai-sdk/provider", "@aws-sdk/client-s3", "node:sqlite", "../sqlite/openDatabase.ts", "../providers/provider.ts"],
  },
  providers: {
    forbidden: ["vscode", "hono", "../client/serviceError.ts", "../service/service.ts", "../sqlite/openDatabase.ts"],
    allowed: ["@ai-sdk/openai", "undici", "yaml", "node:child_process", "../demo/demoProvider.ts", "../network/dispatchers.ts"],
  },
  network: {
    forbidden: ["vscode", "hono", "zod", "../client/serviceError.ts", "../contract/kind.ts"],
    allowed: ["undici", "node:tls"],
  },
  demo: {
    forbidden: ["vscode", "undici", "hono", "../client/serviceError.ts", "../service/service.ts", "../providers/provider.ts"],
    allowed: ["opusscript", "@ai-sdk/provider", "node:zlib", "../contract/kind.ts", "../images/decodeImage.ts"],
  },
  images: {
    forbidden: ["vscode", "@ai-sdk/provider", "undici", "zod", "../contract/kind.ts", "../demo/generator.ts", "../mcp/tool.ts"],
    allowed: ["image-size", "jpeg-js", "node:zlib"],
  },
  tasks: {
    forbidden: [
      "vscode",
      "undici",
      "../service/service.ts",
      "../conversations/session.ts",
      "../library/metadata/origin.ts",
      "../wholeFiles/replaceFile.ts",
      "../editor/studio.ts",
    ],
    allowed: ["../client/serviceError.ts", "node:sqlite", "../sqlite/openDatabase.ts"],
  },
  promptTests: {
    forbidden: [
      "vscode",
      "undici",
      "@ai-sdk/provider",
      "../service/service.ts",
      "../sqlite/openDatabase.ts",
      "../comparison/toComparison.ts",
      "../commandLine/main.ts",
      "../editor/studio.ts",
    ],
    allowed: [
      "@wasm-audio-decoders/flac",
      "mpg123-decoder",
      "zod/mini",
      "node:vm",
      "../images/decodeImage.ts",
      "../mediaFiles/duration.ts",
      "../prompt/compile.ts",
      "../client/serviceError.ts",
      "../tasks/task.ts",
      "../wholeFiles/replaceFile.ts",
    ],
  },
  library: {
    forbidden: [
      "vscode",
      "node:path",
      "preact",
      "../chat/turn.ts",
      "../comparison/toComparison.ts",
      "../tasks/task.ts",
      "../editor/studio.ts",
    ],
    allowed: ["../contract/kind.ts", "zod/mini"],
  },
  comparison: {
    forbidden: [
      "vscode",
      "node:path",
      "preact",
      "../chat/turn.ts",
      "../library/metadata/origin.ts",
      "../promptTests/runTests.ts",
      "../editor/studio.ts",
    ],
    allowed: ["../contract/kind.ts", "../library/marks.ts", "zod/mini"],
  },
  mediaFiles: {
    forbidden: ["vscode", "file-type", "../contract/kind.ts", "../library/metadata/origin.ts", "../service/service.ts"],
    allowed: ["node:fs/promises"],
  },
  wholeFiles: {
    forbidden: ["vscode", "zod", "../contract/kind.ts", "../mediaFiles/duration.ts", "../promptTests/runTests.ts", "../editor/studio.ts"],
    allowed: ["node:fs/promises"],
  },
  "library/metadata": {
    forbidden: [
      "vscode",
      "undici",
      "zod",
      "../../client/serviceError.ts",
      "../../tasks/task.ts",
      "../../prompt/compile.ts",
      "../../editor/studio.ts",
    ],
    allowed: ["node:zlib", "../../contract/kind.ts", "../../mediaFiles/byteSource.ts"],
  },
  conversations: {
    forbidden: [
      "vscode",
      "undici",
      "preact",
      "../service/service.ts",
      "../prompt/diagnose.ts",
      "../tasks/task.ts",
      "../editor/studio.ts",
      "../webview/chat/host.ts",
    ],
    allowed: ["../chat/turn.ts", "../client/serviceError.ts", "node:sqlite", "../sqlite/openDatabase.ts", "../wholeFiles/replaceFile.ts"],
  },
  sqlite: {
    forbidden: ["../conversations/session.ts", "vscode", "undici", "zod", "../contract/kind.ts", "../tasks/task.ts"],
    allowed: ["node:sqlite", "./resultCode.ts"],
  },
  promptFiles: {
    forbidden: ["vscode", "undici", "zod", "../client/serviceError.ts", "../tasks/task.ts", "../commandLine/main.ts", "../mcp/tool.ts"],
    allowed: ["node:fs/promises", "../prompt/diagnose.ts"],
  },
  mcp: {
    forbidden: [
      "vscode",
      "undici",
      "hono",
      "zod",
      "../service/startService.ts",
      "../providers/provider.ts",
      "../sqlite/openDatabase.ts",
      "../editor/studio.ts",
      "../commandLine/main.ts",
    ],
    allowed: [
      "@modelcontextprotocol/sdk/types.js",
      "zod/mini",
      "node:fs/promises",
      "../tasks/task.ts",
      "../promptFiles/fetchValues.ts",
      "../library/metadata/origin.ts",
      "../images/makeThumbnail.ts",
    ],
  },
  commandLine: {
    forbidden: [
      "vscode",
      "undici",
      "hono",
      "../providers/provider.ts",
      "../editor/studio.ts",
      "../chat/turn.ts",
      "../sqlite/openDatabase.ts",
    ],
    allowed: [
      "node:util",
      "../prompt/diagnose.ts",
      "../promptTests/runTests.ts",
      "../client/serviceError.ts",
      "../tasks/task.ts",
      "../service/startService.ts",
      "../mcp/tool.ts",
    ],
  },
  webview: {
    forbidden: [
      "vscode",
      "node:fs",
      "../conversations/session.ts",
      "../sqlite/openDatabase.ts",
      "../editor/studio.ts",
      "../client/serviceError.ts",
    ],
    allowed: ["preact", "dompurify", "../chat/turn.ts", "../comparison/toComparison.ts"],
  },
  editor: {
    forbidden: [
      "../mcp/tool.ts",
      "./generate/runTasks.ts",
      "./chat/panel.ts",
      "../service/service.ts",
      "../providers/provider.ts",
      "../webview/chat/main.tsx",
    ],
    allowed: ["vscode", "../tasks/task.ts", "../conversations/session.ts", "../client/serviceError.ts"],
  },
};

/** Features of the editor do not import each other, and shared folders do not import features. */
const features = ["ai", "chat", "generate", "key", "language", "library", "models", "tasks", "tests"];
const shared = ["../report.ts", "../../tasks/task.ts", "../../chat/turn.ts"];
for (const feature of features) {
  const others = features.filter((other) => other !== feature).map((other) => `../${other}/register.ts`);
  folders[`editor/${feature}`] = {
    forbidden: [...others, "../../service/service.ts"],
    allowed: [
      ...shared,
      "../artifacts/insertLink.ts",
      "../requests/runRequest.ts",
      "../prompts/fetchValues.ts",
      "../edits/hunks.ts",
      "../commands/when.ts",
    ],
  };
}
folders["editor/generate/text"] = {
  forbidden: features.filter((feature) => feature !== "generate").map((feature) => `../../${feature}/register.ts`),
  allowed: ["../askText.ts", "../../requests/runRequest.ts", "../../../tasks/task.ts"],
};
for (const folder of ["requests", "prompts", "edits", "commands", "artifacts"]) {
  const belowOnly = folder === "artifacts" ? ["../requests/runRequest.ts"] : [];
  folders[`editor/${folder}`] = { forbidden: [...features.map((feature) => `../${feature}/register.ts`), ...belowOnly], allowed: shared };
}

/** Every syntax for importing another module. */
const ways: Record<string, (module: string) => string> = {
  import: (module) => `import { thing } from "${module}";\nexport const other = thing;\n`,
  "type import": (module) => `import type { Thing } from "${module}";\nexport type Other = Thing;\n`,
  "import for its effects": (module) => `import "${module}";\n`,
  "dynamic import": (module) => `export const load = () => import("${module}");\n`,
  "re-export": (module) => `export { thing } from "${module}";\n`,
};

let copy: string;
/** Files, below `src`, that break a rule. */
let refused: Set<string>;
/** Files that import each other. */
let inCycle: string[];

/** The linter is slow on a busy machine. */
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "generation-studio-import-rules-"));
  for (const name of ["biome.json", ".gitignore"]) await cp(path.join(repository, name), path.join(copy, name));
  for (const [name, { forbidden, allowed }] of Object.entries(folders))
    for (const [way, write] of Object.entries(ways))
      for (const module of [...forbidden, ...allowed]) {
        const file = path.join(copy, "src", exampleFile(name, way, module));
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, write(module));
      }
  const cycle: Record<string, string> = {
    "one.ts": 'import type { Two } from "./two.ts";\nexport type One = Two | 1;\n',
    "two.ts": 'import type { One } from "./one.ts";\nexport type Two = One | 2;\n',
  };
  for (const [name, text] of Object.entries(cycle)) await writeFile(path.join(copy, "src", "tasks", name), text);
  const { stdout } = spawnSync(process.execPath, [biome, "lint", "--reporter=github", "--max-diagnostics=none", "src"], {
    cwd: copy,
    encoding: "utf8",
  });
  const broken = [...stdout.matchAll(/noRestrictedImports,file=[^,]*?src\/([^,]+),/g)];
  refused = new Set(broken.map(([, file = ""]) => file));
  inCycle = [...stdout.matchAll(/noImportCycles,file=[^,]*?src\/([^,]+),/g)].map(([, file = ""]) => file);
}, 300_000);
afterAll(() => rm(copy, { recursive: true, force: true, maxRetries: 5 }));

describe.each(Object.entries(folders))("the folder %s", (name, { forbidden, allowed }) => {
  test.each(Object.keys(ways))("refuses a forbidden %s", (way) => {
    expect(forbidden.filter((module) => refused.has(exampleFile(name, way, module)))).toEqual(forbidden);
  });

  test.each(Object.keys(ways))("accepts an allowed %s", (way) => {
    expect(allowed.filter((module) => refused.has(exampleFile(name, way, module)))).toEqual([]);
  });
});

test("files that import each other, if only types, are refused", () => {
  expect(inCycle.toSorted()).toEqual(["tasks/one.ts", "tasks/two.ts"]);
});

function exampleFile(folderName: string, way: string, module: string): string {
  return `${folderName}/${`${way}-${module}`.replaceAll(/\W+/g, "-")}.ts`;
}
