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

/** Keeps names of projects and providers from being read as a template of the component. */
export function withoutTemplates(text: string): string {
  return text.replaceAll(/\{(?=\{)/g, '{ ');
}
