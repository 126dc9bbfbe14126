/** Tables whose rows make their user findable under a facet. Each has `projectId` and `userId`. */
export interface FacetSource {
  table: string;
  kind: string;
  /** Columns of the table, quoted, or literals. */
  value: string;
  scope: string;
  /** Several rows of the table can stand for the same facet of one user. */
  repeats?: boolean;
}

export const facetSources: FacetSource[] = [
  { table: 'tenantMembers', kind: 'tenant', value: '"tenantId"', scope: "''" },
  { table: 'userRoles', kind: 'role', value: '"roleId"', scope: '"tenantId"' },
  { table: 'userSsoApps', kind: 'ssoApp', value: '"ssoAppId"', scope: "''" },
  { table: 'totpCredentials', kind: 'totp', value: "''", scope: "''" },
  { table: 'passwords', kind: 'password', value: "''", scope: "''" },
  { table: 'ssoIdentities', kind: 'sso', value: "''", scope: "''", repeats: true },
];

/** A column of `row`; a literal as it is. */
export function of(row: string, expression: string): string {
  return expression.startsWith('"') ? `${row}.${expression}` : expression;
}

/** Everything that filters of two or three values ask about, in one small number: `domain/directory/users/search/flags.ts`. */
export function flagsOf(row: string): string {
  const status = `case ${row}.status when 'disabled' then 0 when 'enabled' then 1 when 'expired' then 2 else 3 end`;
  return `(8 * (${status}) + 4 * ${row}.test + 2 * ${row}."verifiedEmail" + ${row}."verifiedPhone")`;
}
