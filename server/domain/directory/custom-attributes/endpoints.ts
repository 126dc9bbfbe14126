import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject } from '../../../http/schema.ts';
import { attributeLimits } from './attribute.ts';
import { defineAttributes } from './define-attributes.ts';
import { deleteAttributes } from './delete-attributes.ts';
import { attributeDefinitions } from './load-attributes.ts';
import {
  attributeNamesInput,
  attributesFromWire,
  attributesSchema,
  attributesToWire,
  newAttributesInput,
} from './wire.ts';

/**
 * Large enough for many attributes with many options; a hundred attributes with a hundred options each need several
 * requests.
 */
const bodyLimitBytes = 1024 * 1024;

export const customAttributeEndpoints = [
  endpoint({
    name: 'management.user.getCustomAttributes',
    method: 'GET',
    path: '/v1/mgmt/user/customattributes',
    summary: 'List the custom attributes of users',
    description: 'Oldest first. Changes made on another instance appear within five seconds.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: attributesSchema,
    errors: [],
    client: { returns: 'data' },
    handle: async (ctx) => attributesToWire(await attributeDefinitions(ctx)),
  }),
  endpoint({
    name: 'management.user.createCustomAttributes',
    method: 'POST',
    path: '/v1/mgmt/user/customattribute/create',
    summary: 'Define custom attributes of users',
    description:
      `Defines all of them or none; a project can have at most ${attributeLimits.attributes}. An existing ` +
      'attribute of the same type is overwritten; the call fails if the type differs. Users keep their values ' +
      'when an option is removed.',
    auth: 'management',
    input: newAttributesInput,
    output: attributesSchema,
    errors: ['E011004', 'E111701'],
    client: { parameters: ['attributes'], returns: 'data' },
    bodyLimitBytes,
    handle: async (ctx, input) =>
      attributesToWire(await defineAttributes(ctx, 'user', attributesFromWire(input))),
  }),
  endpoint({
    name: 'management.user.deleteCustomAttributes',
    method: 'POST',
    path: '/v1/mgmt/user/customattribute/delete',
    summary: 'Delete custom attributes of users',
    description:
      'Deletes all of them, or none if one does not exist. Their values disappear from responses and filters ' +
      'immediately, and do not return if an attribute with the same name is defined again. A value is erased ' +
      'the next time its user’s attributes are written. Until then, free-text search still finds it.',
    auth: 'management',
    input: attributeNamesInput,
    output: attributesSchema,
    errors: ['E111702'],
    client: { parameters: ['names'], returns: 'data' },
    handle: async (ctx, { names }) => attributesToWire(await deleteAttributes(ctx, 'user', names)),
  }),
];
