/** Method, path, and the operation as SDKs call it. */
export type NotServedRow = [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  operation: string,
];
