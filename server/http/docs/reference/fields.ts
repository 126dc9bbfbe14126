import { type Html, html } from '../../page.ts';
import type { JsonSchema } from '../../schema.ts';
import { inlineText } from './text.ts';

const deepest = 5;

/** Lists the fields of an object, and those of its objects below them. */
export function viewFields(schema: JsonSchema, depth = 0): Html | undefined {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return undefined;
  const items = entries.map(([name, field]) =>
    viewField(name, field, schema.required?.includes(name) ?? false, depth),
  );
  return html`<ul class="fields">${items}</ul>`;
}

function viewField(name: string, field: JsonSchema, isRequired: boolean, depth: number): Html {
  const inner = depth < deepest ? viewFields(innerOf(field), depth + 1) : undefined;
  return html`<li>
<code>${name}</code> <span class="type">${typeOf(field)}</span>${isRequired && html` <span class="required">required</span>`}
${field.description && html`<p>${inlineText(field.description)}</p>`}
${viewValues(field)}
${inner && html`<details><summary>Fields of ${name}</summary>${inner}</details>`}
</li>
`;
}

/** The schema whose fields are those of the value, or of each of its items. */
export function innerOf(schema: JsonSchema): JsonSchema {
  if (schema.items) return innerOf(schema.items);
  if (!schema.properties && typeof schema.additionalProperties === 'object')
    return innerOf(schema.additionalProperties);
  return schema;
}

function typeOf(schema: JsonSchema): string {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.type === 'array') return schema.items ? `array of ${typeOf(schema.items)}` : 'array';
  if (schema.type === 'object' && !schema.properties) return 'object with any names';
  return schema.type ?? 'any value';
}

function viewValues({
  enum: values,
  items,
  maxLength,
  minimum,
  maximum,
  maxItems,
}: JsonSchema): Html | undefined {
  const allowed = values ?? items?.enum;
  const limits = [
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && Number(maximum) < Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    maxItems !== undefined && `at most ${maxItems} items`,
  ].filter(Boolean);
  if (!allowed && limits.length === 0) return undefined;
  const list = allowed?.map((value, index) => html`${index > 0 && ', '}<code>${value}</code>`);
  return html`<p class="limits">${list && html`One of ${list}`}${list && limits.length > 0 && '; '}${limits.join(', ')}</p>`;
}
