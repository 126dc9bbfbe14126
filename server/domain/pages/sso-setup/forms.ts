import { type MappingForm, pageFields } from '../../federation/sso-setup-links/save-mapping.ts';
import type { SetupForm, SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import { type ProviderId, providers } from './providers.ts';

export type Query = Record<string, string | string[] | undefined>;

export function readForm(body: Query): SetupForm {
  const field = (name: string) => text(body[name]).trim();
  const authentication = field('authentication');
  return {
    protocol: readProtocol(field('protocol')) ?? 'saml',
    metadataUrl: field('metadataUrl'),
    metadataXml: field('metadataXml'),
    entityId: field('entityId'),
    issuer: field('issuer'),
    clientId: field('clientId'),
    clientSecret: field('clientSecret'),
    authentication: authentication === 'basic' || authentication === 'post' ? authentication : '',
  };
}

/** Reads the rows of groups and roles, which come as two lists of the same length. Fields that are absent stay as they are. */
export function readMappingForm(body: Query): MappingForm {
  const [groups, roles] = [texts(body['mappedGroup']), texts(body['mappedRole'])];
  const given = pageFields.filter((field) => body[`attribute-${field}`] !== undefined);
  return {
    attributes: Object.fromEntries(given.map((field) => [field, text(body[`attribute-${field}`]).trim()])),
    ...(groups.length > 0 && {
      rows: groups.map((group, index) => ({ group: group.trim(), roleName: roles[index] ?? '' })),
    }),
  };
}

export function readProvider(name: string | string[] | undefined): ProviderId | undefined {
  const id = text(name);
  return Object.hasOwn(providers, id) ? (id as ProviderId) : undefined;
}

export function readProtocol(name: string): SetupProtocol | undefined {
  return name === 'saml' || name === 'oidc' ? name : undefined;
}

/** Returns a parameter, or an empty text if it occurs twice, because choosing one of them would be a guess. */
export function text(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat();
}
