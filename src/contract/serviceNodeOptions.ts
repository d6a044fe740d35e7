/** The options of Node for the process of a service. A small space for new objects: many streams, and answers without an end, need a third less memory. */
export const serviceNodeOptions = ["--max-semi-space-size=2"] as const;
