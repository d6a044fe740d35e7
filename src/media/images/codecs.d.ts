/** The types that the package lacks. */
declare module "@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs" {
  interface Decoder {
    /** Memory for a file of this many bytes. */
    getEncodedBuffer(bytes: number): Uint8Array;
    /** @throws an address in the module's memory */
    decode(): void;
    getFrameInfo(): { width: number; height: number; componentCount: number };
    /** Of the module's memory. */
    getDecodedBuffer(): Uint8Array;
  }
  export interface Turbo {
    JPEGDecoder: new () => Decoder;
  }
  export default function createTurbo(options: {
    wasmBinary: Uint8Array;
    print(text: string): void;
    printErr(text: string): void;
  }): Promise<Turbo>;
}
