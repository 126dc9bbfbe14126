import { ServiceError } from '../core/errors.ts';
import { isWebUrl } from '../core/url.ts';
import type { Fields } from './fields.ts';
import { demoProvider, findProvider } from './provider.ts';
import { type Action, actions, type ClientName, clients } from './scim-clients.ts';
import { readyUsers } from './users.ts';

export interface ScimForm {
  baseUrl: string;
  token: string;
  client: ClientName;
  /** The simulated provider whose users are provisioned. */
  provider: string;
  action: Action;
  userIds: string[];
  group: string;
}

/** Reads the form of the simulator. Absent fields have defaults. */
export function readForm(service: { baseUrl: string }, fields: Fields): ScimForm {
  const baseUrl = (fields['baseUrl'] ?? `${service.baseUrl}/scim/v2`).trim();
  if (!isWebUrl(baseUrl))
    throw new ServiceError('E011004', 'The base URL must begin with http:// or https://');
  const provider = findProvider(service.baseUrl, fields['provider'] ?? demoProvider).name;
  const chosen = readyUsers(provider).filter(({ id }) => fields[`user-${id}`] !== undefined);
  return {
    baseUrl,
    token: (fields['token'] ?? '').trim(),
    client: oneOf(clients, fields['client'] ?? 'okta', 'client'),
    provider,
    action: oneOf(actions, fields['action'] ?? 'create', 'action'),
    userIds: chosen.length > 0 ? chosen.map(({ id }) => id) : ['alice'],
    group: fields['group'] ?? 'admins',
  };
}

function oneOf<T extends object>(choices: T, value: string, name: string): keyof T & string {
  if (!Object.hasOwn(choices, value))
    throw new ServiceError('E011004', `${name} must be one of ${Object.keys(choices).join(', ')}`);
  return value as keyof T & string;
}
