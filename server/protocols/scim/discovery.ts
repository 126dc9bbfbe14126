import { maxCount } from './paging.ts';
import type { ResourceType, Schema } from './schema.ts';

const schema = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

/** The number of operations of one bulk request. */
export const maxBulkOperations = 1_000;

/** Describes what the server can do (RFC 7643 §5, RFC 9865 §4). */
export function serviceProviderConfig(base: string, maxPayloadSize: number): object {
  return {
    schemas: [schema('ServiceProviderConfig')],
    documentationUri: `${base.slice(0, -'/scim/v2'.length)}/docs/scim`,
    patch: { supported: true },
    bulk: { supported: true, maxOperations: maxBulkOperations, maxPayloadSize },
    filter: { supported: true, maxResults: maxCount },
    changePassword: { supported: true },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: 100,
      maxPageSize: maxCount,
    },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Access key of the tenant',
        description: 'Bearer <project ID>:<access key with the role Tenant Admin in one tenant>',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function describeType(
  { name, endpoint, description, core, extensions }: ResourceType,
  base: string,
): object {
  return {
    schemas: [schema('ResourceType')],
    id: name,
    name,
    endpoint,
    description,
    schema: core.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}

export function describeSchema(described: Schema, base: string): object {
  return {
    schemas: [schema('Schema')],
    ...described,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${described.id}` },
  };
}
