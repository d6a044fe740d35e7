/** Types for CommonMark's specification, which has none. */
declare module "commonmark-spec" {
  const specification: { text: string; tests: { markdown: string; html: string; section: string; number: number }[] };
  export default specification;
}
