/** The id of a model. A narrow panel leaves out the beginning of a long one: the provider, and folders. */

/** Characters that fit beside the other controls of a narrow side bar. */
const shortLength = 24;

export function ModelName({ id }: { id: string }) {
  const start = id.lastIndexOf("/") + 1;
  if (start === 0 || id.length <= shortLength) return <>{id}</>;
  return (
    <>
      <span class="model-path">{id.slice(0, start)}</span>
      {id.slice(start)}
    </>
  );
}
