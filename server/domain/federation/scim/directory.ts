import type { ProjectContext } from '../../../core/context.ts';
import {
  type Attribute,
  attribute,
  type ResourceType,
  resourceTypes,
} from '../../../protocols/scim/schema.ts';
import type { AttributeDefinition } from '../../directory/custom-attributes/attribute.ts';
import { attributeDefinitions } from '../../directory/custom-attributes/load-attributes.ts';
import { type AttributeUse, isPermitted } from '../../directory/custom-attributes/permitted-attributes.ts';
import { loadAccessKey } from '../../sessions/access-keys/load-key.ts';
import type { Place } from './place.ts';

/** The directory that a request is about. */
export interface Directory {
  tenantId: string;
  place: Place;
  types: { User: ResourceType; Group: ResourceType };
  /** The names of the custom attributes that the key may not see, and of those that it may not change. */
  hidden: ReadonlySet<string>;
  fixed: ReadonlySet<string>;
  base: string;
}

/** Returns the address of the interface, without a trailing slash. */
export function scimBaseUrl({ baseUrl }: Pick<ProjectContext, 'baseUrl'>): string {
  return `${baseUrl}/scim/v2`;
}

export async function openDirectory(ctx: ProjectContext, tenantId: string): Promise<Directory> {
  const definitions = await attributeDefinitions(ctx);
  const refused = await refusedAttributes(ctx, definitions);
  const custom = definitions
    .filter(({ name }) => isAttributeName(name) && !refused.hidden.has(name))
    .map(toAttribute);
  return {
    tenantId,
    ...refused,
    place: { projectId: ctx.project.id, tenantId },
    types: resourceTypes(custom),
    base: scimBaseUrl(ctx),
  };
}

/** An attribute that names permissions is for their holders only: whoever can create a token does not get its values by that. */
async function refusedAttributes(
  ctx: ProjectContext,
  definitions: AttributeDefinition[],
): Promise<Pick<Directory, 'hidden' | 'fixed'>> {
  const named = definitions.filter((one) => one.viewPermissions.length + one.editPermissions.length > 0);
  if (named.length === 0) return { hidden: new Set(), fixed: new Set() };
  const { tenants } = await loadAccessKey(ctx, ctx.actor.id);
  const permissions = tenants.flatMap((tenant) => tenant.permissions);
  const without = (use: AttributeUse) =>
    new Set(named.filter((one) => !isPermitted(one, use, permissions)).map(({ name }) => name));
  return { hidden: without('viewPermissions'), fixed: without('editPermissions') };
}

/** An attribute's name in SCIM begins with a letter (RFC 7643 §2.1). Others have no name there. */
function isAttributeName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(name);
}

const types = {
  text: 'string',
  number: 'decimal',
  boolean: 'boolean',
  singleSelect: 'string',
  multiSelect: 'string',
  date: 'string',
  monthDay: 'string',
} as const;

function toAttribute({ name, displayName, type, options }: AttributeDefinition): Attribute {
  return attribute(name, displayName || name, {
    type: types[type],
    multiValued: type === 'multiSelect',
    caseExact: true,
    ...(options.length > 0 && { canonicalValues: options.map(({ value }) => value) }),
  });
}
