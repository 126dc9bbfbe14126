/** The names of the products in `domain/credentials/import/sources/sources.ts`, so that `--help` does not load them. */
export const sourceNames = [
  'keycloak',
  'auth0',
  'firebase',
  'cognito',
  'clerk',
  'supabase',
  'descope',
  'latchkey',
] as const;
