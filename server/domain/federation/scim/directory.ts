import type { ProjectContext } from '../../../core/context.ts';
import {
  type Attribute,
  attribute,
  type ResourceType,
  resourceTypes,
} from '../../../protocols/scim/schema.ts';
import type { AttributeDefinition } from '../../directory/custom-attributes/attribute.ts';
import { attributeDefinitions } from '../../directory/custom-attributes/load-attributes.ts';
import type { Place } from './place.ts';

/** The directory that a request is about. */
export interface Directory {
  tenantId: string;
  place: Place;
  types: { User: ResourceType; Group: ResourceType };
  /** The address of the interface, without a trailing slash. */
  base: string;
}

export async function openDirectory(ctx: ProjectContext, tenantId: string): Promise<Directory> {
  const custom = (await attributeDefinitions(ctx))
    .filter(({ name }) => isAttributeName(name))
    .map(toAttribute);
  return {
    tenantId,
    place: { projectId: ctx.project.id, tenantId },
    types: resourceTypes(custom),
    base: `${ctx.baseUrl}/scim/v2`,
  };
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
