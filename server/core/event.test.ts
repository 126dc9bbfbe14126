import { expect, test } from 'vitest';
import type { ServiceContext } from './context.ts';
import { answer, ask, event, happen, on, question } from './event.ts';
import type { Reaction } from './reactions.ts';

const doorOpened = event<{ door: string }, ServiceContext>('doorOpened');
const doorCount = question<{ floor: number }, number, ServiceContext>('doorCount');

const contextWith = (...reactions: Reaction[]) =>
  ({ reactions: Map.groupBy(reactions, ({ to }) => to) }) as unknown as ServiceContext;

test('handlers run one after the other in their order, the first of them at once, and an error stops them', async () => {
  const seen: string[] = [];
  const handler =
    (name: string) =>
    async (_: ServiceContext, { door }: { door: string }) => {
      seen.push(`${name} begins ${door}`);
      await Promise.resolve();
      if (name === 'broken') throw new Error('broken');
      seen.push(`${name} ends`);
    };
  const ctx = contextWith(...['first', 'broken', 'last'].map((name) => on(doorOpened, handler(name))));
  const happening = happen(ctx, doorOpened, { door: 'north' });
  expect(seen).toEqual(['first begins north']);
  await expect(happening).rejects.toThrow('broken');
  expect(seen).toEqual(['first begins north', 'first ends', 'broken begins north']);
});

test('a question returns its answer, and fails without one', async () => {
  const ctx = contextWith(answer(doorCount, async (_, { floor }) => floor * 2));
  expect(await ask(ctx, doorCount, { floor: 3 })).toBe(6);
  await expect(ask(contextWith(), doorCount, { floor: 3 })).rejects.toThrow('no group handles doorCount');
});

test('the compiler refuses a payload, a handler or an answer of another type', () => {
  const wrong = (ctx: ServiceContext) => [
    // @ts-expect-error: the payload has no `door`.
    () => happen(ctx, doorOpened, { window: 'north' }),
    // @ts-expect-error: the handler wants more than the payload has.
    () => on(doorOpened, async (_: ServiceContext, { floor }: { door: string; floor: number }) => floor),
    // @ts-expect-error: the answer is no number.
    () => answer(doorCount, async () => 'three'),
  ];
  expect(wrong).toBeTypeOf('function');
});
