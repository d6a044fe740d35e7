/** What is used of WebAssembly. Its types are otherwise only in TypeScript's library for browsers. */
interface WebAssemblyApi {
  Memory: abstract new () => WasmMemory;
  Instance: new (module: WasmModule, imports: Readonly<Record<string, object>>) => { readonly exports: Readonly<Record<string, unknown>> };
  compile(bytes: Uint8Array): Promise<WasmModule>;
}

export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export const webAssembly: WebAssemblyApi = Reflect.get(globalThis, "WebAssembly");
