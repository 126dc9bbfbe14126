import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { findAttribute } from '../../../protocols/scim/attribute-path.ts';
import { valuesAt } from '../../../protocols/scim/matches.ts';
import { customSchemaId, isObject, ownValue, type Resource } from '../../../protocols/scim/schema.ts';
import { ScimError } from '../../../protocols/scim/scim-error.ts';
import { attributeSources } from '../sso/attribute-sources.ts';
import { mappedAttributes } from '../sso/identities/mapped-attributes.ts';
import type { Directory } from './directory.ts';

/**
 * Returns the custom attributes that differ between two contents, by name; `null` for one that is gone. They are those of the extension
 * schema, and those that the tenant's connection maps from SCIM attributes.
 */
export async function changedAttributes(
  ctx: ProjectContext,
  directory: Directory,
  before: Resource,
  next: Resource,
): Promise<Record<string, unknown>> {
  const mapped = differences(await mappedOf(ctx, directory, before), await mappedOf(ctx, directory, next));
  return { ...mapped, ...sentAttributes(directory, differences(extensionOf(before), extensionOf(next))) };
}

/** Returns what the directory sends of the extension schema. Throws 403 for another value of an attribute that it may not change. */
export function sentAttributes({ fixed }: Directory, sent: Resource): Resource {
  const changed = Object.entries(sent).filter(([name, value]) => value !== null || !fixed.has(name));
  const refused = changed.find(([name]) => fixed.has(name));
  if (!refused) return Object.fromEntries(changed);
  throw new ScimError(
    403,
    `${refused[0]} cannot be changed: the key lacks a permission for it`,
    'mutability',
  );
}

function differences(before: Resource, next: Resource): Record<string, unknown> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(next)])];
  const changed = names.filter((name) => !isDeepStrictEqual(ownValue(before, name), ownValue(next, name)));
  return Object.fromEntries(changed.map((name) => [name, ownValue(next, name) ?? null]));
}

/** Reports whether the source of an attribute in a connection's mapping is one of SCIM. */
export function isScimAttribute(source: string): boolean {
  return /^urn:ietf:params:scim:schemas:/i.test(source);
}

function extensionOf(content: Resource): Resource {
  const extension = content[customSchemaId];
  return isObject(extension) ? extension : {};
}

/** Values that do not fit their attribute are left out, as at a sign-in. */
async function mappedOf(
  ctx: ProjectContext,
  { tenantId, types }: Directory,
  content: Resource,
): Promise<Resource> {
  const said: Record<string, unknown[]> = {};
  for (const [name, source] of Object.entries(await attributeSources(ctx, tenantId))) {
    if (!isScimAttribute(source)) continue;
    const path = findAttribute(types.User, source);
    if (path) said[name] = valuesAt(content, path);
  }
  return (await mappedAttributes(ctx, said)).values;
}
