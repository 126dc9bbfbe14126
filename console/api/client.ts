import { type Client, createClient } from '../../client/client.ts';
import { recorded, recordingFetch } from './recorder.ts';

/** The project whose users are the administrators (`docs/decisions/0025-administrators.md`). */
export const administrationProjectId = `P${'administration'.padEnd(27, '0')}`;

const clients = new Map<string, Client>();

/**
 * Creates the public client library for one project. It has no key: the browser authenticates with the cookie of the
 * administrator's session, which scripts cannot read.
 */
export function clientOf(projectId: string): Client {
  let client = clients.get(projectId);
  if (!client) {
    client = recorded(createClient({ projectId, baseUrl: location.origin, fetch: recordingFetch }));
    clients.set(projectId, client);
  }
  return client;
}

export const administration = clientOf(administrationProjectId);
