/** The bundle of `frame/main.ts`, as a function whose text the frame runs: the panel can import files, and not read them. */
export default function runFrame(): void;
