import { describe, expect, test } from 'vitest';
import { actions } from '../definitions/actions.ts';
import { flows } from '../definitions/flows.ts';
import type { ScreenId } from '../screens/screens.ts';
import { requireSame } from './check-document.ts';
import { type FlowDocument, toDocument, unchanged } from './document.ts';
import { resolveFlow } from './resolve-flow.ts';

const details = { name: 'A flow', description: '', isDisabled: false };

/** Returns the refusal of a document, or `undefined`. */
function refusal(document: FlowDocument): string | undefined {
  const base = flows.get(document.base);
  if (!base) throw new Error('the base is gone');
  const flow = resolveFlow(base, { id: 'changed', changes: 0, document, ...details });
  try {
    requireSame(document, base, flow);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const all = [...flows.values()].map((base) => toDocument(unchanged(base)));
const placesOf = ({ screens }: FlowDocument) =>
  Object.entries(screens).flatMap(([screen, interactions = {}]) =>
    Object.keys(interactions).map((id) => ({ screen: screen as ScreenId, id })),
  );

describe.each(all.map((document) => [document.base, document] as const))('%s', (_, document) => {
  const changed = () => structuredClone(document);
  const interaction = (of: FlowDocument, { screen, id }: { screen: ScreenId; id: string }) => {
    const found = of.screens[screen]?.[id];
    if (!found) throw new Error(`there is no ${screen}.${id}`);
    return found;
  };

  test('is allowed as it is', () => {
    expect(refusal(document)).toBeUndefined();
  });

  test('refuses to lose a result of an interaction, and names it', () => {
    for (const place of placesOf(document)) {
      for (const result of interaction(document, place).to) {
        const without = changed();
        const { to } = interaction(without, place);
        to.splice(to.indexOf(result), 1);
        const message = refusal(without);
        expect(message, `${place.screen}.${place.id} ${result}`).toContain(
          `dsl.screens.${place.screen}.${place.id}.to`,
        );
        expect(message).toContain(result);
      }
    }
  });

  test('refuses to lose an interaction that it needs, and names it', () => {
    for (const place of placesOf(document)) {
      const { does } = interaction(document, place);
      const without = changed();
      delete without.screens[place.screen]?.[place.id];
      const message = refusal(without);
      const isChoice = 'isChoice' in actions[does];
      if (!isChoice)
        expect(message, `${place.screen}.${place.id}`).toContain(`dsl.screens.${place.screen}.${place.id}`);
      // A choice may go, with the screens that nothing opens then.
      else if (message) expect(message).toMatch(/nothing opens|no interaction opens|needs this interaction/);
    }
  });

  test('refuses to lose a screen that something opens, and names it', () => {
    for (const screen of Object.keys(document.screens) as ScreenId[]) {
      const without = changed();
      delete without.screens[screen];
      const message = refusal(without);
      // The offer of a passkey goes together with the results that lead to it.
      if (screen === 'offer-passkey') expect(message).toContain('cannot have the result offer-passkey');
      else expect(message, screen).toContain(screen);
    }
  });

  test('refuses a foreign screen, interaction, action and result, and names it', () => {
    const foreign = ['sign-up-or-in', 'create-account', 'sign-in', 'step-up', 'replace-password'] as const;
    for (const screen of foreign.filter((id) => !document.screens[id])) {
      const more = changed();
      more.screens[screen] = {};
      expect(refusal(more)).toContain(`dsl.screens.${screen}`);
    }
    for (const place of placesOf(document)) {
      const other = changed();
      interaction(other, place).does = 'skip';
      const same = interaction(document, place).does === 'skip';
      expect(refusal(other) === undefined, `${place.screen}.${place.id}`).toBe(same);
      const longer = changed();
      interaction(longer, place).to.push('nowhere' as 'done');
      expect(refusal(longer)).toContain('nowhere');
      const foreignDone = changed();
      const { to } = interaction(foreignDone, place);
      if (!to.includes('done')) {
        to.push('done');
        expect(refusal(foreignDone), `${place.screen}.${place.id}`).toContain('cannot have the result done');
      }
    }
    const added = changed();
    const screen = document.start;
    (added.screens[screen] as Record<string, unknown>)['__proto__x'] = { does: 'skip', to: ['done'] };
    expect(refusal(added)).toContain('__proto__x');
  });

  test('refuses a start that it does not have', () => {
    const other = { ...changed(), start: 'second-factor' as const };
    expect(refusal(other)).toContain('dsl.start');
  });

  test('can leave out the offer of a passkey', () => {
    if (!document.screens['offer-passkey']) return;
    const without = changed();
    delete without.screens['offer-passkey'];
    for (const place of placesOf(without)) {
      const found = interaction(without, place);
      found.to = found.to.filter((next) => next !== 'offer-passkey');
    }
    expect(refusal(without)).toBeUndefined();
  });
});
