import type { CertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { loginIdOf } from '../population.ts';
import { managed, post, type Request } from '../requests.ts';
import { hostileResponses } from '../saml/responses.ts';
import { password, projectId, tenantId } from '../settings.ts';

/** The requests that clients of one project send all the time, each as soon as it has an answer, and without regard to `Retry-After`. */
export interface Flood {
  name: string;
  connections: number;
  requests: Request[];
}

/** Returns the floods, which are the same for every server. */
export async function floodsOf(users: number, idp: CertifiedKey, publicUrl: string): Promise<Flood[]> {
  const someone = Array.from({ length: 500 }, (_, index) => loginIdOf(index % users));
  const acs = `/v1/auth/saml/acs?projectId=${projectId}&tenantId=${tenantId}`;
  const responses = await hostileResponses(idp, `${publicUrl}${acs}`);
  return [
    {
      name: 'sign-ins by password',
      connections: 200,
      requests: someone.map((loginId) => post('/v1/auth/password/signin', { loginId, password })),
    },
    {
      name: 'searches of 1,000 users by a text that all have',
      connections: 32,
      requests: ['asc', 'desc'].map((order) =>
        managed('/v2/mgmt/user/search', {
          text: 'user',
          limit: 1_000,
          sort: [{ field: 'name', desc: order === 'desc' }],
        }),
      ),
    },
    {
      name: 'imports of 1,000 users',
      connections: 4,
      requests: Array.from({ length: 40 }, (_, batch) => importOf(batch)),
    },
    {
      name: 'hostile SAML responses of 80 KB',
      connections: 32,
      requests: responses.map(({ response }) => ({
        method: 'POST',
        path: acs,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ SAMLResponse: response }).toString(),
      })),
    },
  ];
}

function importOf(batch: number): Request {
  const users = Array.from({ length: 1_000 }, (_, index) =>
    JSON.stringify({ loginId: `imported.${batch}.${index}@bench.example`, displayName: `Imported ${index}` }),
  );
  return managed('/v1/mgmt/user/import', { source: 'latchkey', users: users.join('\n') });
}
