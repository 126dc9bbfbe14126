/**
 * The floor: a bare Fastify, written by hand, that keeps Latchkey's promise for a few operations with the fewest
 * statements and signatures. It accepts the same requests with the same credentials.
 *
 *     node bench/floor/server.ts sqlite|postgres <file or URL> <signing key> <port>
 */
import { createPrivateKey, createPublicKey, randomBytes, randomInt, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FastifyRequest, fastify } from 'fastify';
import { hashSecret } from '../../server/core/crypto.ts';
import { newId } from '../../server/core/ids.ts';
import { openFloorPostgres, openFloorSqlite } from './database.ts';
import { countSlots } from './statements.ts';
import { userBody } from './user-body.ts';

const [engine, place = '', keyFile = '', port] = process.argv.slice(2);
const database = engine === 'sqlite' ? openFloorSqlite(place) : openFloorPostgres(place);
const key = JSON.parse(readFileSync(keyFile, 'utf8')) as { id: string; privateKey: string };
const privateKey = createPrivateKey(key.privateKey);
const publicKey = createPublicKey(privateKey);
const header = encode({ alg: 'RS256', kid: key.id, typ: 'JWT' });

const sessionSeconds = 600;
const refreshSeconds = 14 * 86_400;

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

interface NewUser {
  loginId: string;
  displayName: string;
  userTenants: [{ tenantId: string; roleNames: [string] }];
}

app.post('/v1/mgmt/user/create', async (request) => {
  const projectId = await managed(request);
  const { loginId, displayName, userTenants } = request.body as NewUser;
  const [{ tenantId, roleNames }] = userTenants;
  const [rights] = await database.read('rights', projectId, tenantId, roleNames[0]);
  const [tenantName, roleId, permissions] = rights ?? refuse(400, 'no such tenant or role');
  const now = Date.now();
  const id = newId('U', now);
  const data = JSON.stringify({ loginIds: [loginId] });
  const created = await database.create(
    ...[projectId, loginId, id, displayName, now, tenantId, roleId as string, newId('A', now), data],
    randomInt(countSlots),
  );
  if (!created) refuse(400, 'the login ID is taken');
  const grants = (JSON.parse(permissions as string) as [string | null][]).map(([permission]) => {
    return [tenantId, tenantName, roleNames[0], permission];
  });
  const names = [displayName, '', '', ''];
  const stored = [id, 'invited', ...names, loginId, 1, ...['', 0, '', 0, '', 0, '', 0], '{}', now, now];
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
  const session = { drn: 'DS', ...{ sub, sid, iss, amr, iat }, exp: iat + sessionSeconds };
  const next = { drn: 'DSR', ...{ sub, sid, iss, amr, iat }, jti, exp: iat + refreshSeconds };
  const [sessionJwt, refreshJwt] = await Promise.all([signJwt(session), signJwt(next)]);
  return { sessionJwt, refreshJwt, claims: session };
});

await app.listen({ host: '127.0.0.1', port: Number(port) });

process.on('SIGTERM', async () => {
  app.server.closeAllConnections();
  await app.close();
  await database.close();
  process.exit(0);
});

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
  const isSigned =
    head === header && verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned) refuse(401, 'the token is not valid');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  if (claims.drn !== 'DSR' || claims.exp * 1000 <= Date.now()) refuse(401, 'the token is not valid');
  return { projectId, claims };
}

type Claims = Record<'drn' | 'sub' | 'sid' | 'jti' | 'iss', string> & { amr: string[]; exp: number };

/** Signs on the thread pool, as the server does. */
function signJwt(claims: object): Promise<string> {
  const input = `${header}.${encode(claims)}`;
  return new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(input), privateKey, (error, signature) =>
      error ? reject(error) : resolve(`${input}.${signature.toString('base64url')}`),
    );
  });
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function refuse(statusCode: number, message: string): never {
  throw Object.assign(new Error(message), { statusCode });
}
