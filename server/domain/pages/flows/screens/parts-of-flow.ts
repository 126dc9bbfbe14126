import type { FlowTexts, ProjectFlow } from '../definitions/flow.ts';
import { providerTitle, valuesIn, withValues } from './element.ts';
import type { Part } from './elements.ts';
import type { Facts } from './facts.ts';
import { providerPrefix } from './parts.ts';
import { type ScreenId, screens } from './screens.ts';

/** A text of a screen that a flow can replace. */
export interface ScreenText {
  id: string;
  text: string;
  /** The values in the text, such as `{{lead}}`, which a text in its place must contain. */
  values: readonly string[];
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
  const safe = withValues(text, part.part === 'text' ? original.values : []);
  if (part.part === 'field') return { ...part, label: safe };
  if (part.part !== 'button' || part.providerTitle === undefined) return { ...part, text: safe } as Part;
  return { ...part, text: text.replaceAll(providerTitle, () => part.providerTitle as string) };
}

/** Lists the texts of a screen that a flow can replace. A text in its place contains the same values. */
export function textsOf(parts: readonly Part[]): ScreenText[] {
  return parts.flatMap((part) => textOf(part) ?? []);
}

function textOf(part: Part): ScreenText | undefined {
  switch (part.part) {
    case 'title':
      return plain('title', part.text);
    case 'text':
      return part.id === undefined
        ? undefined
        : { ...plain(part.id, part.text), values: valuesIn(part.text) };
    case 'field':
      // The field of an address has one of two names, by the methods that the project offers.
      return plain(`${part.name === 'email' ? 'loginId' : part.name}Field`, part.label);
    case 'button':
      // One text for all providers.
      return part.provider === undefined
        ? plain(part.id, part.text)
        : { id: 'provider', text: part.text, values: [providerTitle] };
    case 'heading':
      return plain(part.id, part.text);
    case 'checkbox':
      return plain(part.name, part.text);
    default:
      return undefined;
  }
}

/** A text without values. Names of projects in it can look like one. */
function plain(id: string, text: string): ScreenText {
  return { id, text, values: [] };
}
