import type { ProjectContext } from '../../../core/context.ts';
import { attributeDefinitions } from '../custom-attributes/load-attributes.ts';
import {
  mergeAttributeValues,
  namedAttributeValues,
  readAttributeValues,
} from '../custom-attributes/read-values.ts';

/** Custom attributes by name. Applications of all kinds share their definitions. */
export type Attributes = Record<string, unknown>;

/** Checks values that are given, before the transaction that stores them. E011004 names the wrong one. */
export function readAttributes(
  ctx: ProjectContext,
  given: Attributes = {},
): Promise<Record<string, unknown>> {
  return readAttributeValues(ctx, given, 'ssoApp');
}

/** Returns values that were read as stored JSON. Part of the transaction that stores them. */
export async function attributesJson(ctx: ProjectContext, read: Record<string, unknown>): Promise<string> {
  return JSON.stringify(await mergeAttributeValues(ctx, {}, read, 'ssoApp'));
}

/** Returns the values of each application by name. Most have none, and cost no query. */
export async function namedAttributes(
  ctx: ProjectContext,
  rows: { customAttributes: string }[],
): Promise<Attributes[]> {
  const isUsed = rows.some(({ customAttributes }) => customAttributes !== '{}');
  const definitions = isUsed ? await attributeDefinitions(ctx, 'ssoApp') : [];
  return rows.map(({ customAttributes }) => namedAttributeValues(definitions, JSON.parse(customAttributes)));
}
