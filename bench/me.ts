import { hashSecret } from '../server/core/crypto.ts';
import type { Request } from './load.ts';
import type { Operation } from './operation.ts';
import { type Sample, sampleCount } from './recording.ts';
import { claimsOf, signIn } from './refresh.ts';
import { baselineRequest, withToken } from './requests.ts';

/** Every connection requests its own user, always with the same token. */
export const me: Operation = {
  name: 'me',
  title: 'GET me',
  method: 'GET',
  async server(fixtures, baseUrl, connections) {
    const requests: Request[] = [];
    for (let index = 0; index < connections; index += 1) requests.push(ask(await signIn(fixtures, baseUrl)));
    return { next: (connection) => requests[connection]! };
  },
  baseline(fixtures, connections) {
    const sessions = Array.from({ length: connections }, () => fixtures.session());
    return {
      next(connection) {
        const { id: sessionId, userId, tokenHash: shown } = sessions[connection]!;
        return baselineRequest('me', 'GET', { sessionId, userId, shown });
      },
    };
  },
  async samples(fixtures, baseUrl) {
    const samples: Sample[] = [];
    for (let index = 0; index < sampleCount; index += 1) {
      const token = await signIn(fixtures, baseUrl);
      const { sid: sessionId, sub: userId, jti } = claimsOf(token);
      samples.push({
        request: ask(token),
        variables: () => ({ sessionId, userId, shown: hashSecret(jti) }),
      });
    }
    return samples;
  },
};

function ask(token: string): Request {
  return withToken('GET', '/v1/auth/me', token);
}
