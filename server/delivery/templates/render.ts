import type { Content } from '../message.ts';

/** Texts, and texts within objects and lists: what `{{path}}` can lead to. */
export interface Values {
  readonly [name: string]: Value;
}

type Value = string | Values | readonly Values[];

/**
 * Puts the values into the places. There is nothing else in a template: no code, no conditions, and what a value says
 * is never read as a template. A place without a value becomes empty.
 */
export function render(template: Content, values: Values): Content {
  return {
    subject: oneLine(fill(template.subject, values, oneLine)),
    text: fill(template.text, values, oneLine),
    html: fill(template.html, values, (value) => escapeHtml(oneLine(value))),
  };
}

const place = /\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}/g;

/** The paths that a template names. */
export function placesIn(template: Content): Set<string> {
  const text = [template.subject, template.text, template.html].join('\n');
  return new Set([...text.matchAll(place)].map((found) => found[1] as string));
}

function fill(text: string, values: Values, write: (value: string) => string): string {
  return text.replace(place, (_, path: string) => write(valueAt(values, path)));
}

/** Only what was put there: `constructor` is no value. */
function valueAt(values: Values, path: string): string {
  let value: unknown = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' ? value : '';
}

/** No value begins a line, so none can add a header to a mail, or a paragraph that seems to be ours. */
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
