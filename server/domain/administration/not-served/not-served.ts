import { managementOperations } from './management.ts';
import { protocolAddresses } from './protocols.ts';
import type { NotServedRow } from './row.ts';
import { projectOperations, signedInOperations } from './sign-in.ts';

export interface NotServedRoute {
  method: NotServedRow[0];
  path: string;
  operation: string;
  auth: 'management' | 'project' | 'refresh' | 'none';
}

/**
 * The routes that public SDKs request and this server does not support, so that SDKs read "not supported" and not "not found",
 * which would look like a missing record. A commit that adds such an endpoint removes its row.
 */
export const notServedRoutes: NotServedRoute[] = [
  ...rowsOf('management', managementOperations),
  ...rowsOf('project', projectOperations),
  ...rowsOf('refresh', signedInOperations),
  ...rowsOf('none', protocolAddresses),
];

function rowsOf(auth: NotServedRoute['auth'], rows: NotServedRow[]): NotServedRoute[] {
  return rows.map(([method, path, operation]) => ({ method, path, operation, auth }));
}
