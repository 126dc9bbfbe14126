import { ServiceError } from '../../../../core/errors.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { longestWaitSeconds, type Position, pageSize, readEnded, start } from './ended-sessions.ts';

const input = t.object({
  after: t.optional(t.text({ maxLength: 80, description: '`next` of the previous response' })),
  wait: t.optional(
    t.longInteger({
      minimum: 0,
      description: `Seconds to wait for a session that ends, at most ${longestWaitSeconds}`,
    }),
  ),
});

const output = t.object({
  sessions: t.list(t.text({ description: 'The hash of an ended session’s ID' }), {
    maxItems: pageSize,
  }),
  next: t.text({ description: 'Pass it as `after`' }),
  hasMore: t.flag({ description: 'True if the next call will respond immediately' }),
});

export const endedSessionEndpoints = [
  endpoint({
    name: 'revocations',
    method: 'GET',
    path: '/v1/auth/revocations',
    summary: 'Wait for sessions to end',
    description:
      'Use this in applications that check session JWTs themselves. If a JWT’s session is listed, the JWT is ' +
      'revoked. Without ' +
      '`after`, the call returns immediately, with the ended sessions whose JWTs have not expired yet. With ' +
      'it, the call returns as soon as other sessions have ended, or when `wait` has passed. Some sessions can ' +
      'be listed twice. Sessions are identified by the first 22 characters of the SHA-256 of the JWT’s `sid`, ' +
      'in base64url.',
    auth: 'project',
    input,
    output,
    errors: ['E011004'],
    client: { parameters: ['after', 'wait'] },
    async handle(ctx, { after, wait }) {
      const position = after ? readPosition(after) : start;
      const ended = await readEnded(ctx, position, after ? readWait(wait) : 0);
      const { endedAt, idHash, known } = ended.position;
      return {
        sessions: ended.idHashes,
        next: `${endedAt}.${idHash}.${known}`,
        hasMore: ended.hasMore,
      };
    },
  }),
];

function readPosition(after: string): Position {
  const [, endedAt, idHash = '', known = ''] =
    /^(-?\d{1,15})\.([\w-]{0,22})\.([\w-]{0,22})$/.exec(after) ?? [];
  if (endedAt === undefined)
    throw new ServiceError('E011004', 'after must be `next` of the previous response');
  return { endedAt: Number(endedAt), idHash, known };
}

function readWait(seconds = 0): number {
  if (seconds <= longestWaitSeconds) return seconds;
  throw new ServiceError('E011004', `wait must be at most ${longestWaitSeconds} seconds`);
}
