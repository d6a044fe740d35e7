/** The bundle of `frame/main.ts`, as a function whose source the frame runs, because the panel can import files but not read them. */
export default function runFrame(): void;
