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
    let changes = 0;
    tree.onDidChangeTreeData(() => (changes += 1));
    const rows = async () =>
      (await tree.getChildren()).map((node) => (node.type === "engine" ? `${node.name}: ${node.engine.models}` : node.type));
    /** Rows after the change that a search makes. */
    const rowsAfterSearch = async () => {
      const changed = new Promise<void>((resolve) => tree.onDidChangeTreeData(() => resolve()));
      void tree.lookForEngines();
      await changed;
      return rows();
    };
    const ollama = {
      name: "ollama",
      label: "Ollama",
      provider: { type: "openai-compatible", baseURL: "http://127.0.0.1:11434/v1" },
    } as const;
    try {
      // The first rows have what the search has found: VS Code may leave groups empty if the rows change at once.
      assert.deepEqual([await rows(), changes], [["error"], 0]);
      engines = [{ ...ollama, models: 0, store: "ollama" }];
      assert.deepEqual(await rowsAfterSearch(), ["error"]);
      engines = [{ ...ollama, models: 2, store: "ollama" }];
      assert.deepEqual(await rowsAfterSearch(), ["ollama: 2"]);
    } finally {
      tree.dispose();
    }
  });
});
