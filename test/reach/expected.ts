/** Which tenants a session reaches: the tables that `reach.test.ts` compares with what it sees through every door. */

/**
 * The columns are ways of signing in. Each tenant is called after the user's relation to it; the tenants `a` and `b`
 * enforce SSO, each by an identity provider of its own.
 *
 * - `in`: every session reaches the tenant
 * - `old`: sessions that were running before the change keep it, and none that begins later reaches it
 * - `-`: no session reaches it
 */
const afterwards = `
tenant                 no SSO   SSO of a   SSO of b   impersonation   access key
member                 in       in         in         in              in
below-member           in       in         in         in              in
exempt                 in       in         in         in              in
no-longer-exempt       -        -          -          in              in
enforced-later         old      -          -          in              in
below-enforced-later   old      -          -          in              in
joined-later           -        -          -          in              in
enforced-then-joined   -        -          -          in              in
disabled-later         -        -          -          -               -
below-disabled-later   -        -          -          -               -
disabled-enforcing     -        -          -          -               -
left-later             -        -          -          -               -
a                      -        in         -          in              in
below-a                -        in         -          in              in
b                      -        -          in         in              in
`;

/** The reach before the changes, when the sessions begin. Users who sign in without SSO join `a` and `b` later. */
const atSignIn = `
tenant                 no SSO   SSO of a   SSO of b   impersonation
member                 in       in         in         in
below-member           in       in         in         in
exempt                 in       in         in         in
no-longer-exempt       in       in         in         in
enforced-later         in       in         in         in
below-enforced-later   in       in         in         in
joined-later           -        -          -          -
enforced-then-joined   -        -          -          -
disabled-later         in       in         in         in
below-disabled-later   in       in         in         in
disabled-enforcing     -        -          -          -
left-later             in       in         in         in
a                      -        in         -          in
below-a                -        in         -          in
b                      -        -          in         in
`;

/**
 * The places where tenants appear. `running`: in the sessions that began before the changes; `kept`: the same, of the tenants
 * that the session reached already then; `new`: in those that begin now, also with the browser of an old sign-in.
 * `members`: without the tenants in which the user only inherits roles.
 */
const where = `
place                                                   when      which
sign-in: session JWT                                    sign-in   all
sign-in: user.userTenants                               sign-in   members
refresh: session JWT                                    running   all
refresh: user.userTenants                               running   members
try-refresh                                             running   all
me: userTenants                                         running   members
me/tenants                                              running   all
tenant/select                                           running   all
dct of a tenant selected before                         kept      all
management: jwt/update                                  running   all
me/consent/impersonation: tenantId                      running   members
application, refreshed: access token                    running   all
application, refreshed: userinfo                        running   all
application that only the tenant grants: refresh        kept      all
third party for a tenant, running: userinfo             kept      all
third party for a tenant, running: refresh              kept      all
application: access token, scope tenants                new       all
application: ID token                                   new       all
application: userinfo                                   new       all
application: introspection                              new       all
application: access token, scope descope.claims         new       all
project's own client: session JWT                       new       all
third party: scopes on the consent page                 new       all
third party: token for the tenant                       new       all
third party: forceAddAllAuthorizationInfo               new       all
SAML: attribute tenants                                 new       all
application that only the tenant grants: authorize      new       all
application that only the tenant grants: SAML           new       all
application that only the tenant grants: device         new       all
application that only the tenant grants: /apps          new       all
application that only the tenant grants: account page   new       all
account page: export                                    new       members
access key: session JWT                                 new       all
access key: selectedTenant                              new       all
access key: client_credentials                          new       all
access key bound to the user: session JWT               new       all
access key bound to the user: selectedTenant            new       all
access key bound to the user: client_credentials        new       all
impersonate: selectedTenant                             new       all
impersonate/stepup: session JWT                         new       all
stop/impersonation: selectedTenant                      new       all
stop/impersonation: refreshed session JWT               new       all
`;

/** True if the user can sign in again, after joining `a`, `b` and the other tenants that enforce SSO. */
export const signsInAgain: Record<string, boolean> = {
  'no SSO': false,
  'SSO of a': true,
  'SSO of b': true,
  impersonation: true,
};

const cells = (line: string) => line.trim().split(/\s{2,}/);
const rowsOf = (table: string) => table.trim().split('\n').map(cells);

function readTable(table: string): Map<string, Map<string, string>> {
  const [[, ...columns] = [], ...rows] = rowsOf(table);
  return new Map(
    rows.map(([tenant = '', ...values]) => [
      tenant,
      new Map(columns.map((column, i) => [column, values[i] ?? ''])),
    ]),
  );
}

const tables = { later: readTable(afterwards), 'sign-in': readTable(atSignIn) };

export const tenants = [...tables.later.keys()];
export const places = rowsOf(where).slice(1);

/** Returns the tenants that should appear at a place, for users who signed in in a way of this column. */
export function expectedAt(place: string, column: string): string[] {
  const [, when = '', which] = places.find(([name]) => name === place) ?? [];
  const reachedAt = (table: keyof typeof tables, tenant: string) => tables[table].get(tenant)?.get(column);
  return tenants.filter((tenant) => {
    if (which === 'members' && tenant.startsWith('below-')) return false;
    const before = reachedAt('sign-in', tenant) === 'in';
    const after = reachedAt('later', tenant);
    if (when === 'sign-in') return before;
    if (when === 'new') return after === 'in';
    return (after === 'in' || after === 'old') && (before || when === 'running');
  });
}
