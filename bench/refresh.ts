import { hashSecret } from '../server/core/crypto.ts';
import type { Request } from './load.ts';
import type { Operation } from './operation.ts';
import { type Sample, sampleCount, send } from './recording.ts';
import { boundRequest, post } from './requests.ts';
import type { Takers } from './takers.ts';
import type { Variables } from './variables.ts';

/** Every connection is one device: it shows the token that it was given last. */
export const refresh: Operation = {
  name: 'refresh',
  title: 'refresh',
  method: 'POST',
  async server(takers, baseUrl, connections) {
    const tokens: string[] = [];
    for (let index = 0; index < connections; index += 1) tokens.push(await signIn(takers, baseUrl));
    return {
      next: (connection) => refreshWith(tokens[connection]!),
      answered(connection, body) {
        tokens[connection] = refreshJwtOf(body);
      },
    };
  },
  bound(takers, connections) {
    const chains = Array.from({ length: connections }, () => ({ ...takers.session(), count: 0 }));
    return {
      next(connection) {
        const chain = chains[connection]!;
        const { id: sessionId, userId, tokenHash: shown } = chain;
        chain.count += 1;
        chain.tokenHash = hashSecret(`${sessionId} ${chain.count}`);
        return boundRequest('refresh', 'POST', { sessionId, userId, shown, next: chain.tokenHash });
      },
    };
  },
  async samples(takers, baseUrl) {
    const samples: Sample[] = [];
    for (let index = 0; index < sampleCount; index += 1) {
      const token = await signIn(takers, baseUrl);
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

export async function signIn(takers: Takers, baseUrl: string): Promise<string> {
  const { user, code } = takers.signIn();
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
