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

/** A hundred attributes with a hundred options each do not come at once. */
const bodyLimitBytes = 1024 * 1024;

export const customAttributeEndpoints = [
  endpoint({
    name: 'management.user.getCustomAttributes',
    method: 'GET',
    path: '/v1/mgmt/user/customattributes',
    summary: 'The custom attributes that users can have',
    description:
      'The oldest first. One that another instance has just defined or deleted: within five seconds.',
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
      `All of them or none; at most ${attributeLimits.attributes} in a project. One that is defined already with the ` +
      'same type is overwritten, with another type it is refused. Values that users have stay when their option goes.',
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
      'All of them, or none when one does not exist. The values of all users are gone from answers and filters at ' +
      'once, and do not come back when an attribute of this name is defined again. Each is erased when the attributes ' +
      'of its user are written next; free text finds it until the user changes.',
    auth: 'management',
    input: attributeNamesInput,
    output: attributesSchema,
    errors: ['E111702'],
    client: { parameters: ['names'], returns: 'data' },
    handle: async (ctx, { names }) => attributesToWire(await deleteAttributes(ctx, 'user', names)),
  }),
];
