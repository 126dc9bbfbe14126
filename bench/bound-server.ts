/**
 * What the machine allows: a bare Fastify that does for each request what the server was recorded doing (statements,
 * commits, signatures, hashes, QR codes) and answers with fixed JSON.
 *
 *     node bench/bound-server.ts sqlite|postgres <file or URL> <recipes> <port>
 */
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fastify } from 'fastify';
import { createHashPool, hashPoolSize } from '../server/core/hash-pool.ts';
import { verifyArgon2 } from '../server/protocols/password-hashes/argon2id.ts';
import { qrPng } from '../server/protocols/totp/qr-png.ts';
import { openBoundPostgres, openBoundSqlite, type Work } from './bound-database.ts';
import type { Recipe } from './recipe.ts';
import { password, passwordHash } from './settings.ts';
import type { Variables } from './variables.ts';

const [engine, place = '', recipeFile = '', port] = process.argv.slice(2);
const recipes = JSON.parse(readFileSync(recipeFile, 'utf8')) as Record<string, Recipe & { method: string }>;
const database = engine === 'sqlite' ? await openBoundSqlite(place) : openBoundPostgres(place);
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const payload = Buffer.alloc(8_192, 'x');
/** As many at once as the server lets there be. */
const hashing = createHashPool({
  size: hashPoolSize(availableParallelism(), 4),
  maxWaiting: 64,
  maxWaitMs: 10_000,
});
const signatures = new Map<number, Buffer>();

const app = fastify();
app.get('/healthz', async () => ({ status: 'ok' }));
for (const [name, { method, ...recipe }] of Object.entries(recipes)) {
  app.route({
    method,
    url: `/${name}`,
    async handler(request, reply) {
      const variables = (method === 'GET' ? request.query : request.body) as Variables;
      await perform(recipe, database.work(variables));
      return reply.type('application/json; charset=utf-8').send(recipe.answer);
    },
  });
}
await app.listen({ host: '127.0.0.1', port: Number(port) });

process.on('SIGTERM', async () => {
  app.server.closeAllConnections();
  await app.close();
  await database.close();
  process.exit(0);
});

async function perform({ steps, answer }: Recipe, work: Work): Promise<void> {
  const signing: Promise<Buffer>[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'statement') await work.statement(step, index);
    else if (step.kind === 'durable') await work.durable();
    else if (step.kind === 'hash') await hashing.run(() => verifyArgon2(passwordHash, password));
    else if (step.kind === 'qrCode') qrPng(JSON.parse(answer).provisioningURL);
    else if (step.kind === 'sign') signing.push(signBytes(step.bytes));
    else verify('sha256', payload.subarray(0, step.bytes), publicKey, signatureOf(step.bytes));
  }
  await Promise.all(signing);
}

/** In the thread pool, as the server does. */
function signBytes(bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('sha256', payload.subarray(0, bytes), privateKey, (error, signature) =>
      error ? reject(error) : resolve(signature),
    );
  });
}

function signatureOf(bytes: number): Buffer {
  const known = signatures.get(bytes) ?? sign('sha256', payload.subarray(0, bytes), privateKey);
  signatures.set(bytes, known);
  return known;
}
