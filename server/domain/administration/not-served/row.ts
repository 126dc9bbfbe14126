/** The method, the path, and the operation's name in SDKs. */
export type NotServedRow = [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  operation: string,
];
