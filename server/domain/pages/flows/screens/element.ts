import { type Html, html, trustedHtml } from '../../../../http/page.ts';

/** Attributes by name. Those without a value are left out. */
export type Attributes = Partial<Record<string, string | false | undefined>>;

/**
 * Returns a function that writes an element of the component library. `allowed` lists the elements, and the attributes that each may have.
 * The names are ours, and every value is escaped.
 */
export function elementWriter<Name extends string>(allowed: Record<Name, readonly string[]>) {
  return (name: Name, attributes: Attributes, content: Html | string = ''): Html => {
    const written = Object.entries(attributes).flatMap(([attribute, value]) => {
      if (value === undefined || value === false) return [];
      if (!allowed[name].includes(attribute)) throw new Error(`${name} must not have ${attribute}`);
      return [html` ${trustedHtml(attribute)}="${withoutTemplates(value)}"`];
    });
    return html`<${trustedHtml(name)}${written}>${content}</${trustedHtml(name)}>`;
  };
}

const value = /\{\{[\w.]+\}\}/g;

/** Returns the values that the component fills in, each once: `{{…}}` with the name of a part of the state. */
export function valuesIn(text: string): string[] {
  return [...new Set(text.match(value))];
}

/** Keeps a text from being read as a template of the component, except for these values in it. */
export function withValues(text: string, kept: readonly string[]): string {
  const [first = '', ...others] = kept;
  if (first === '') return withoutTemplates(text);
  // A brace directly before a value would become part of it.
  return text
    .split(first)
    .map((part) => withValues(part, others))
    .map((part, i, all) => (i < all.length - 1 ? part.replace(/\{$/, '{ ') : part))
    .join(first);
}

/** Stands for the title of the provider in the text of its button. */
export const providerTitle = '{{provider}}';

/** Keeps names of projects and providers from being read as a template of the component. */
export function withoutTemplates(text: string): string {
  return text.replaceAll(/\{(?=\{)/g, '{ ');
}
