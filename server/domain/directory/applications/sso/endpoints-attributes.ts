import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject } from '../../../../http/schema.ts';
import { defineAttributes } from '../../custom-attributes/define-attributes.ts';
import { deleteAttributes } from '../../custom-attributes/delete-attributes.ts';
import { attributeDefinitions } from '../../custom-attributes/load-attributes.ts';
import {
  attributeNamesInput,
  attributesFromWire,
  attributesSchema,
  attributesToWire,
  newAttributesInput,
} from '../../custom-attributes/wire.ts';

/** The rules are those for the attributes of users. */
export const attributeEndpoints = [
  endpoint({
    name: 'management.ssoApplication.loadCustomAttributes',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/customattributes',
    summary: 'List the custom attributes of SSO applications',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: attributesSchema,
    errors: [],
    client: { returns: 'data' },
    handle: async (ctx) => attributesToWire(await attributeDefinitions(ctx, 'ssoApp')),
  }),
  endpoint({
    name: 'management.ssoApplication.createCustomAttributes',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/customattribute/create',
    summary: 'Define custom attributes of SSO applications',
    description: 'Works like the operation for users. Names are separate from those of user attributes.',
    auth: 'management',
    input: newAttributesInput,
    output: attributesSchema,
    errors: ['E011004', 'E111701'],
    client: { parameters: ['attributes'], returns: 'data' },
    bodyLimitBytes: 1024 * 1024,
    handle: async (ctx, input) =>
      attributesToWire(await defineAttributes(ctx, 'ssoApp', attributesFromWire(input))),
  }),
  endpoint({
    name: 'management.ssoApplication.deleteCustomAttributes',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/customattribute/delete',
    summary: 'Delete custom attributes of SSO applications',
    auth: 'management',
    input: attributeNamesInput,
    output: attributesSchema,
    errors: ['E111702'],
    client: { parameters: ['names'], returns: 'data' },
    handle: async (ctx, { names }) => attributesToWire(await deleteAttributes(ctx, 'ssoApp', names)),
  }),
];
