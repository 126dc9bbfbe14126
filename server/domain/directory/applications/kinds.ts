import { ServiceError } from '../../../core/errors.ts';
import { refuseMissing } from '../../../core/names.ts';
import type { ClientKind, Kind } from './store.ts';
import { inboundAppRef } from './third-party/inbound-app.ts';

/** The kinds with their names in messages and in the audit log, and their unique properties besides the ID. */
export const kinds = {
  sso: { a: 'An', name: 'SSO application', event: 'SsoApp', unique: 'name', also: ', name or client ID' },
  thirdParty: {
    a: 'A',
    name: 'third-party application',
    event: 'InboundApp',
    unique: 'name',
    also: ' or name',
  },
  mcpServer: { a: 'An', name: 'MCP server', event: 'McpServer', unique: 'url', also: ' or url' },
} as const;

export function noApplication(kind: Kind, id: string): ServiceError {
  return new ServiceError('E111802', `No ${kinds[kind].name} has the ID ${id}`);
}

/** Names an application where its kind is not known, such as in the audit log. */
export function refOf(kind: ClientKind, id: string): string {
  return kind === 'sso' ? id : inboundAppRef(id);
}

export const applicationIdRule =
  '1 to 64 letters, digits, dots, hyphens and underscores, a letter or digit first';

/** Checks a new ID. IDs are part of URL paths, where a leading dot would have a meaning. */
export function readApplicationId(kind: Kind, id: string): string {
  const { a, name } = kinds[kind];
  refuseMissing(`The ID of ${a.toLowerCase()} ${name}`, id);
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) return id;
  throw new ServiceError('E011004', `id must have ${applicationIdRule}`);
}
