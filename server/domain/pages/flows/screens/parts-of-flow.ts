import type { FlowTexts, ProjectFlow } from '../definitions/flow.ts';
import { withoutTemplates } from './element.ts';
import type { Part } from './elements.ts';
import type { Facts } from './facts.ts';
import { providerPrefix } from './parts.ts';
import { type ScreenId, screens } from './screens.ts';

/** A text of a screen that a flow can replace. */
export interface ScreenText {
  id: string;
  text: string;
}

/** Returns the parts of a screen that the flow has: no button without its interaction, and the flow's own texts. */
export function partsOf(
  flow: ProjectFlow,
  screen: ScreenId,
  facts: Facts,
  language: string,
): readonly Part[] {
  const interactions = flow.screens[screen] ?? {};
  const has = (id: string) => Object.hasOwn(interactions, id.startsWith(providerPrefix) ? 'provider' : id);
  const kept = withoutEmptyGroups(
    screens[screen](facts)
      .filter((part: Part) => part.part !== 'button' || has(part.id))
      .map((part: Part) => withoutPressing(part, has)),
  );
  const texts = flow.texts[screen] ?? {};
  return kept.map((part) => withText(part, texts, language));
}

/** The field of an address offers passkeys of the browser only if the flow takes them. */
function withoutPressing(part: Part, has: (id: string) => boolean): Part {
  if (part.part !== 'field' || !part.presses || has(part.presses)) return part;
  const { presses: _, ...field } = part;
  return field.autocomplete === 'webauthn' ? { ...field, autocomplete: 'username' } : field;
}

/** Leaves out headings that no button follows. */
function withoutEmptyGroups(parts: Part[]): Part[] {
  return parts.filter(({ part }, i) => {
    const next = parts[i + 1];
    return part !== 'heading' || (next?.part === 'button' && next.look === 'other');
  });
}

function withText(part: Part, texts: NonNullable<FlowTexts[ScreenId]>, language: string): Part {
  const original = textOf(part);
  if (!original) return part;
  const own = Object.hasOwn(texts, original.id) ? texts[original.id] : undefined;
  const [primary = language] = language.split('-');
  const text = own?.[language] ?? own?.[primary];
  if (text === undefined) return part;
  const plain = withoutTemplates(text);
  return part.part === 'field' ? { ...part, label: plain } : ({ ...part, text: plain } as Part);
}

/** Lists the texts of a screen that a flow can replace. The server fills in the others. */
export function textsOf(parts: readonly Part[]): ScreenText[] {
  return parts.flatMap((part) => textOf(part) ?? []);
}

function textOf(part: Part): ScreenText | undefined {
  switch (part.part) {
    case 'title':
      return changeable('title', part.text);
    case 'text':
      return part.id === undefined ? undefined : changeable(part.id, part.text);
    case 'field':
      // The field of an address has one of two names, by the methods that the project offers.
      return changeable(`${part.name === 'email' ? 'loginId' : part.name}Field`, part.label);
    case 'button':
      return part.provider ? undefined : changeable(part.id, part.text);
    case 'heading':
      return changeable(part.id, part.text);
    case 'checkbox':
      return changeable(part.name, part.text);
    default:
      return undefined;
  }
}

function changeable(id: string, text: string): ScreenText | undefined {
  return text.includes('{{') ? undefined : { id, text };
}
