/** Forbidden and allowed imports, planted into each room, in; what the lint rules say of them, out. */
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "./repositoryFiles.ts";

const biome = path.join(repository, "node_modules", "@biomejs", "biome", "bin", "biome");

/** What no module of the room may import, and what each may. */
const rooms: Record<string, { forbidden: string[]; allowed: string[] }> = {
  contract: {
    forbidden: ["vscode", "undici", "zod", "node:fs", "../client/serviceError.ts", "../sqlite/openSharedDatabase.ts"],
    allowed: ["zod/mini", "./kind.ts"],
  },
  chat: {
    forbidden: [
      "vscode",
      "undici",
      "node:path",
      "preact",
      "../prompt/diagnose.ts",
      "../editor/studio.ts",
      "../sqlite/openSharedDatabase.ts",
    ],
    allowed: ["../contract/kind.ts", "zod/mini"],
  },
  prompt: {
    forbidden: ["vscode", "node:fs", "../client/serviceError.ts", "../chat/turn.ts", "../sqlite/openSharedDatabase.ts"],
    allowed: ["yaml", "../contract/kind.ts"],
  },
  client: {
    forbidden: ["vscode", "hono", "../service/service.ts", "../tasks/task.ts", "../sqlite/openSharedDatabase.ts"],
    allowed: ["undici", "eventsource-parser", "node:fs/promises"],
  },
  service: {
    forbidden: ["vscode", "undici", "../client/serviceError.ts", "../tasks/task.ts"],
    allowed: ["hono", "@hono/node-server", "node:sqlite", "../sqlite/openSharedDatabase.ts"],
  },
  tasks: {
    forbidden: ["vscode", "undici", "../service/service.ts", "../editor/studio.ts"],
    allowed: ["../client/serviceError.ts", "node:sqlite", "../sqlite/openSharedDatabase.ts"],
  },
  sqlite: {
    forbidden: ["vscode", "undici", "zod", "../contract/kind.ts", "../tasks/task.ts"],
    allowed: ["node:sqlite", "./resultCode.ts"],
  },
  webview: {
    forbidden: ["vscode", "node:fs", "../sqlite/openSharedDatabase.ts", "../editor/studio.ts", "../client/serviceError.ts"],
    allowed: ["preact", "dompurify", "../chat/turn.ts"],
  },
  editor: {
    forbidden: ["../service/service.ts", "../webview/chat/main.tsx"],
    allowed: ["vscode", "../tasks/task.ts", "../client/serviceError.ts"],
  },
};

/** Every way to name another module. */
const ways: Record<string, (module: string) => string> = {
  import: (module) => `import { thing } from "${module}";\nexport const other = thing;\n`,
  "type import": (module) => `import type { Thing } from "${module}";\nexport type Other = Thing;\n`,
  "import for its effects": (module) => `import "${module}";\n`,
  "dynamic import": (module) => `export const load = () => import("${module}");\n`,
  "re-export": (module) => `export { thing } from "${module}";\n`,
};

let folder: string;
/** Files, below `src`, in which a wall was broken. */
let refused: Set<string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-walls-"));
  for (const name of ["biome.json", ".gitignore"]) await cp(path.join(repository, name), path.join(folder, name));
  for (const [room, { forbidden, allowed }] of Object.entries(rooms))
    for (const [way, write] of Object.entries(ways))
      for (const module of [...forbidden, ...allowed]) {
        const file = path.join(folder, "src", planted(room, way, module));
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, write(module));
      }
  const { stdout } = spawnSync(process.execPath, [biome, "lint", "--reporter=github", "--max-diagnostics=none", "src"], {
    cwd: folder,
    encoding: "utf8",
  });
  const broken = [...stdout.matchAll(/noRestrictedImports,file=[^,]*?src\/([^,]+),/g)];
  refused = new Set(broken.map(([, file = ""]) => file));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(rooms))("the room %s", (room, { forbidden, allowed }) => {
  test.each(Object.keys(ways))("refuses what lies behind its walls: %s", (way) => {
    expect(forbidden.filter((module) => refused.has(planted(room, way, module)))).toEqual(forbidden);
  });

  test.each(Object.keys(ways))("lets in what it is made of: %s", (way) => {
    expect(allowed.filter((module) => refused.has(planted(room, way, module)))).toEqual([]);
  });
});

function planted(room: string, way: string, module: string): string {
  return `${room}/${`${way}-${module}`.replaceAll(/\W+/g, "-")}.ts`;
}
