/** Schemas that are built when they are used for the first time: the first paint does not wait for them. */
import * as z from "zod/mini";

/** Returns a function that calls `build` once, and then returns its result. */
export function lazily<Built>(build: () => Built): () => Built {
  let built: Built | undefined;
  return () => (built ??= build());
}

type Schemas = readonly [input: z.ZodMiniType, reply: z.ZodMiniType];
type Calls<Built extends Record<string, () => Schemas>> = { readonly [Name in keyof Built]: ReturnType<Built[Name]> };

/** The calls of a panel's protocol. */
export function lazyCalls<Built extends Record<string, () => Schemas>>(built: Built): Calls<Built> {
  const getters = Object.entries(built).map(([name, build]) => [name, { get: lazily(build), enumerable: true }] as const);
  return Object.defineProperties({} as Calls<Built>, Object.fromEntries(getters));
}

type Fields = Record<string, () => z.core.$ZodShape>;
type Typed<Built extends Fields> = {
  [Type in keyof Built]: z.infer<z.ZodMiniObject<{ type: z.ZodMiniLiteral<Type & string> } & ReturnType<Built[Type]>>>;
}[keyof Built];

const typedSchema = z.object({ type: z.string() });

/** What a host pushes, by its type. */
export function lazyPushes<Built extends Fields>(built: Built): z.ZodMiniType<Typed<Built>> {
  const schemas = new Map(
    Object.entries(built).map(([type, fields]) => [type, lazily(() => z.object({ type: z.literal(type), ...fields() }))]),
  );
  return z.transform((value: unknown, context) => {
    const schema = schemas.get(typedSchema.safeParse(value).data?.type ?? "")?.();
    const read = schema?.safeParse(value);
    if (read?.success) return read.data as Typed<Built>;
    context.issues.push({ code: "custom", input: value, message: "no push of the panel" });
    return z.NEVER;
  });
}
