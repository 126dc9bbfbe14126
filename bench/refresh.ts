import { hashSecret } from '../server/core/crypto.ts';
import type { FixturePool } from './fixture-pool.ts';
import type { Request } from './load.ts';
import type { Operation } from './operation.ts';
import { type Sample, sampleCount, send } from './recording.ts';
import { baselineRequest, post } from './requests.ts';
import type { Variables } from './variables.ts';

/** Every connection is one device: it sends the last token that it received. */
export const refresh: Operation = {
  name: 'refresh',
  title: 'refresh',
  method: 'POST',
  async server(fixtures, baseUrl, connections) {
    const tokens: string[] = [];
    for (let index = 0; index < connections; index += 1) tokens.push(await signIn(fixtures, baseUrl));
    return {
      next: (connection) => refreshWith(tokens[connection]!),
      answered(connection, body) {
        tokens[connection] = refreshJwtOf(body);
      },
    };
  },
  baseline(fixtures, connections) {
    const chains = Array.from({ length: connections }, () => ({ ...fixtures.session(), count: 0 }));
    return {
      next(connection) {
        const chain = chains[connection]!;
        const { id: sessionId, userId, tokenHash: shown } = chain;
        chain.count += 1;
        chain.tokenHash = hashSecret(`${sessionId} ${chain.count}`);
        return baselineRequest('refresh', 'POST', { sessionId, userId, shown, next: chain.tokenHash });
      },
    };
  },
  async samples(fixtures, baseUrl) {
    const samples: Sample[] = [];
    for (let index = 0; index < sampleCount; index += 1) {
      const token = await signIn(fixtures, baseUrl);
      const variables = (answer: string): Variables => {
        const { sid: sessionId, sub: userId, jti } = claimsOf(token);
        const next = claimsOf(refreshJwtOf(answer)).jti;
        return { sessionId, userId, shown: hashSecret(jti), next: hashSecret(next) };
      };
      samples.push({ request: refreshWith(token), variables });
    }
    return samples;
  },
};

export async function signIn(fixtures: FixturePool, baseUrl: string): Promise<string> {
  const { user, code } = fixtures.signIn();
  return refreshJwtOf(await send(baseUrl, post('/v1/auth/totp/verify', { loginId: user.loginId, code })));
}

export function refreshWith(token: string): Request {
  return post('/v1/auth/refresh', {}, `:${token}`);
}

export function refreshJwtOf(body: string): string {
  return (JSON.parse(body) as { refreshJwt: string }).refreshJwt;
}

export function claimsOf(jwt: string): { sid: string; sub: string; jti: string } {
  return JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString());
}
