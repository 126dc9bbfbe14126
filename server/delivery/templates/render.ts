import type { Content } from '../message.ts';

/** Texts, and texts within objects and lists: the values that `{{path}}` can reach. */
export interface Values {
  readonly [name: string]: Value;
}

type Value = string | Values | readonly Values[];

/**
 * Inserts the values. A template has no code and no conditions, and values are never read as templates. A
 * placeholder without a value becomes empty.
 */
export function render(template: Content, values: Values): Content {
  return {
    subject: oneLine(fill(template.subject, values, oneLine)),
    text: fill(template.text, values, oneLine),
    html: fill(template.html, values, (value) => escapeHtml(oneLine(value))),
  };
}

const place = /\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}/g;

/** Returns the paths that a template names. */
export function placesIn(template: Content): Set<string> {
  const text = [template.subject, template.text, template.html].join('\n');
  return new Set([...text.matchAll(place)].map((found) => found[1] as string));
}

function fill(text: string, values: Values, write: (value: string) => string): string {
  return text.replace(place, (_, path: string) => write(valueAt(values, path)));
}

/** Reads own properties only: `constructor` is not a value. */
function valueAt(values: Values, path: string): string {
  let value: unknown = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' ? value : '';
}

/** Keeps values on one line, so that none can add a header to a mail, or a paragraph that seems to be ours. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
