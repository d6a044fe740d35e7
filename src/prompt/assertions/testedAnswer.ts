/** A model's answer, in the form that assertions need. */
export interface TestedAnswer {
  text: string;
  isRefused: boolean;
  /** Why it is not whole, in one sentence of ours in English; undefined: it is. */
  incomplete?: string | undefined;
  /** In units of the balance; undefined: not reported by the service. */
  cost: number | undefined;
  /** Milliseconds; undefined: the answer comes from the cache. */
  latency: number | undefined;
  /** Milliseconds that the model took to generate the answer, even if it comes from the cache: for display. */
  took?: number | undefined;
  /** Tokens of the output; undefined: not reported by the service. */
  tokens: number | undefined;
  /** Addresses. */
  citations: readonly string[];
  files: readonly TestedFile[];
}

/** Properties of a generated file for assertions; undefined if its format does not provide them. */
export interface TestedFile {
  /** Short name, such as `png`. */
  format: string;
  bytes: number;
  /** Pixels. */
  width: number | undefined;
  height: number | undefined;
  /** Seconds. */
  duration: number | undefined;
  isBlank: boolean | undefined;
  /** In LUFS; minus infinity for silence. */
  loudness: number | undefined;
  /** Perceptual hash of an image, in hexadecimal digits. */
  fingerprint: string | undefined;
  /** Perceptual hash of a sound, in hexadecimal digits, with `-` for silence. */
  soundFingerprint: string | undefined;
  /** Of its content, in hexadecimal digits; undefined if it was measured by a version that did not store it. */
  sha256: string | undefined;
  /** Where it was saved. */
  path: string | undefined;
}

/** The file that a generated one is compared with. */
export type ExpectedFile = Pick<TestedFile, "fingerprint" | "soundFingerprint">;
