import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], environment: "node" } },
      { test: { name: "service", include: ["test/service/**/*.test.ts"], environment: "node", testTimeout: 30_000 } },
      { test: { name: "panel", include: ["test/panel/**/*.test.ts"], environment: "node", testTimeout: 60_000 } },
      { test: { name: "faults", include: ["test/faults/**/*.test.ts"], environment: "node", testTimeout: 600_000 } },
    ],
  },
});
