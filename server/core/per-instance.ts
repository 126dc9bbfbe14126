import type { ServiceContext } from './context.ts';

/**
 * Returns a function that finds what one group keeps in the memory of an instance. It is created when it is first needed, and shared by all
 * contexts of the instance.
 */
export function perInstance<T extends object>(
  create: (ctx: ServiceContext) => T,
): (ctx: ServiceContext) => T {
  const kept = new WeakMap<object, T>();
  return (ctx) => {
    // The cache is the instance's: contexts of requests and transactions have the same one.
    const known = kept.get(ctx.cache);
    if (known) return known;
    const created = create(ctx);
    kept.set(ctx.cache, created);
    return created;
  };
}
