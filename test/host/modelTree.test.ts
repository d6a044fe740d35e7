/** The rows of the Models view, without a service. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ModelTree } from "../../src/editor/models/modelTree.ts";
import type { EngineOffer, Studio } from "../../src/editor/service/studio.ts";

const never = new vscode.EventEmitter<never>().event;
const nothing = () => [];

describe("the Models view", () => {
  it("offers an engine that starts while it is shown, and names its models once there are some", async () => {
    let engines: EngineOffer[] = [];
    const source = {
      connection: async () => ({ isBuiltIn: true, baseUrl: "http://127.0.0.1" }),
      models: { list: async () => [], onDidChange: never },
      providers: { engines: async () => engines, states: async () => [], onDidChange: never },
      state: { favourites: nothing, hiddenModels: nothing, recentModels: nothing, onDidChange: never },
    };
    const tree = new ModelTree(source as unknown as Studio);
    /** Rows after the change that `step` makes. */
    const rowsAfter = async (step: () => unknown) => {
      const changed = new Promise<void>((resolve) => tree.onDidChangeTreeData(() => resolve()));
      step();
      await changed;
      return (await tree.getChildren()).map((node) => (node.type === "engine" ? `${node.name}: ${node.engine.models}` : node.type));
    };
    const ollama = {
      name: "ollama",
      label: "Ollama",
      provider: { type: "openai-compatible", baseURL: "http://127.0.0.1:11434/v1" },
    } as const;
    try {
      assert.deepEqual(await rowsAfter(() => tree.getChildren()), ["error"]);
      engines = [{ ...ollama, models: 0, store: "ollama" }];
      assert.deepEqual(await rowsAfter(() => tree.lookForEngines()), ["error"]);
      engines = [{ ...ollama, models: 2, store: "ollama" }];
      assert.deepEqual(await rowsAfter(() => tree.lookForEngines()), ["ollama: 2"]);
    } finally {
      tree.dispose();
    }
  });
});
