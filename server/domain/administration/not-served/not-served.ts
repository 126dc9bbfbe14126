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
 * What public SDKs ask for and this server does not offer, so that they read "not supported" and not "not found",
 * which would look like a missing record. Whoever adds such an endpoint takes its row out.
 */
export const notServed: NotServedRoute[] = [
  ...rowsOf('management', managementOperations),
  ...rowsOf('project', projectOperations),
  ...rowsOf('refresh', signedInOperations),
  ...rowsOf('none', protocolAddresses),
];

function rowsOf(auth: NotServedRoute['auth'], rows: NotServedRow[]): NotServedRoute[] {
  return rows.map(([method, path, operation]) => ({ method, path, operation, auth }));
}
