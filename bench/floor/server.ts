/**
 * The floor: a bare Fastify, written by hand, that keeps Latchkey's promise for a few operations with the fewest
 * statements and signatures. It accepts the same requests with the same credentials.
 *
 *     node bench/floor/server.ts sqlite|postgres <file or URL> <signing key> <port>
 */
import { createPrivateKey, createPublicKey, randomBytes, randomInt, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FastifyRequest, fastify } from 'fastify';
import { hashSecret } from '../../server/core/crypto.ts';
import { newId } from '../../server/core/ids.ts';
import { signJwt } from '../../server/protocols/jwt/sign.ts';
import { openFloorPostgres, openFloorSqlite } from './database.ts';
import { countSlots } from './statements.ts';
import { userBody } from './user-body.ts';

const [engine, place = '', keyFile = '', port] = process.argv.slice(2);
const database = engine === 'sqlite' ? openFloorSqlite(place) : openFloorPostgres(place);
const { id, privateKey: pem } = JSON.parse(readFileSync(keyFile, 'utf8')) as {
  id: string;
  privateKey: string;
};
const privateKey = createPrivateKey(pem);
const publicKey = createPublicKey(privateKey);
const key = { id, algorithm: 'RS256' as const, privateKey };

const app = fastify();
app.get('/healthz', () => ({ status: 'ok' }));

app.get('/v1/mgmt/user', async (request) => {
  const projectId = await managed(request);
  const [row] = await database.read('load', projectId, (request.query as { loginId: string }).loginId);
  return { user: userBody(row ?? refuse(400, 'no such user')) };
});

app.post('/v2/mgmt/user/search', async (request) => {
  const rows = await database.read('list', await managed(request));
  return { users: rows.map(userBody), total: Number(rows[0]?.at(-1) ?? 0), nextCursor: '' };
});

type NewUser = Record<'loginId' | 'displayName', string> & { userTenants: [NewTenant] };
type NewTenant = { tenantId: string; roleNames: [string] };

app.post('/v1/mgmt/user/create', async (request) => {
  const projectId = await managed(request);
  const { loginId, displayName, userTenants } = request.body as NewUser;
  const [{ tenantId, roleNames }] = userTenants;
  const [rights] = await database.read('rights', projectId, tenantId, roleNames[0]);
  const [tenantName, roleId, permissions] = rights ?? refuse(400, 'no such tenant or role');
  const now = Date.now();
  const id = newId('U', now);
  const audit = [newId('A', now), JSON.stringify({ loginIds: [loginId] })];
  const values = [projectId, loginId, id, displayName, now, tenantId, roleId as string, ...audit];
  if (!(await database.create(...values, randomInt(countSlots)))) refuse(400, 'the login ID is taken');
  const grants = (JSON.parse(permissions as string) as [string | null][]).map((permission) => {
    return [tenantId, tenantName, roleNames[0], ...permission];
  });
  const names = [displayName, '', '', ''];
  const stored = [id, 'invited', ...names, loginId, 1, ...['', 0, '', 0, '', 0, '', 0], '{}', now, now, 0, 0];
  return { user: userBody([...stored, 0, 0, JSON.stringify([[loginId, 0]]), JSON.stringify(grants)]) };
});

app.get('/v1/auth/me', async (request) => {
  const { projectId, claims } = signedIn(request);
  const [row] = await database.read('me', projectId, claims.sid, hashSecret(claims.jti), Date.now());
  return userBody(row ?? refuse(401, 'the session has ended'));
});

app.post('/v1/auth/refresh', async (request) => {
  const { projectId, claims } = signedIn(request);
  const now = Date.now();
  const jti = randomBytes(32).toString('base64url');
  const shown = hashSecret(claims.jti);
  if (!(await database.rotate(projectId, claims.sid, shown, hashSecret(jti), now)))
    refuse(401, 'the session has ended');
  const iat = Math.floor(now / 1000);
  const { sub, sid, iss, amr } = claims;
  const session = { drn: 'DS', sub, sid, iss, amr, iat, exp: iat + 600 };
  const next = { drn: 'DSR', sub, sid, iss, amr, iat, jti, exp: iat + 14 * 86_400 };
  const [sessionJwt, refreshJwt] = await Promise.all([signJwt(session, key), signJwt(next, key)]);
  return { sessionJwt, refreshJwt, claims: session };
});

await app.listen({ host: '127.0.0.1', port: Number(port) });

process.on('SIGTERM', () => database.close().then(() => process.exit()));

function credentials({ headers }: FastifyRequest): [projectId: string, secret: string] {
  const [projectId = '', secret = ''] = (headers.authorization ?? '').replace('Bearer ', '').split(':');
  return [projectId, secret];
}

/** Checks the management key, and returns its project. */
async function managed(request: FastifyRequest): Promise<string> {
  const [projectId, secret] = credentials(request);
  const [[status, expiresAt, permittedIps] = []] = await database.read('key', projectId, hashSecret(secret));
  const isLive = status === 'active' && (expiresAt === null || (expiresAt as number) > Date.now());
  if (!isLive || permittedIps !== '[]') refuse(401, 'the management key is not valid');
  return projectId;
}

/** Verifies a refresh JWT (RFC 7515 §5.2). */
function signedIn(request: FastifyRequest) {
  const [projectId, jwt] = credentials(request);
  const [head, payload = '', signature = ''] = jwt.split('.');
  const signed = Buffer.from(`${head}.${payload}`);
  const isSigned = verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'));
  const claims: Claims = isSigned && JSON.parse(Buffer.from(payload, 'base64url').toString());
  const isValid = claims.drn === 'DSR' && claims.exp * 1000 > Date.now();
  return isValid ? { projectId, claims } : refuse(401, 'the token is not valid');
}

type Claims = Record<'drn' | 'sub' | 'sid' | 'jti' | 'iss', string> & { amr: string[]; exp: number };

function refuse(statusCode: number, message: string): never {
  throw Object.assign(new Error(message), { statusCode });
}
