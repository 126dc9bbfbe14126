/**
 * Measures the machine's limit: a bare Fastify that repeats the recorded work of the server for each request
 * (statements, commits, signatures, hashes) and returns fixed JSON.
 *
 *     node bench/baseline/server.ts sqlite|postgres <file or URL> <recipes> <port>
 */
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { createHashPool, hashPoolSize } from '../../server/core/hash-pool.ts';
import { verifyArgon2 } from '../../server/protocols/password-hashes/argon2id.ts';
import { password, passwordHash, threadPoolSize } from '../settings.ts';
import { openBaselinePostgres, openBaselineSqlite, type Work } from './database.ts';
import type { Recipe, Variables } from './recipe.ts';

const [engine, place = '', recipeFile = '', port] = process.argv.slice(2);
const recipes = JSON.parse(readFileSync(recipeFile, 'utf8')) as Record<string, Recipe>;
const database = engine === 'sqlite' ? await openBaselineSqlite(place) : openBaselinePostgres(place);
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signatures = new Map<number, Buffer>();
const payload = Buffer.alloc(8_192, 'x');
/** Hashes with the same concurrency as the server. */
const hashing = createHashPool({
  size: hashPoolSize(availableParallelism(), threadPoolSize),
  maxWaiting: 64,
  maxWaitMs: 10_000,
});

const app = fastify();
app.get('/healthz', async () => ({ status: 'ok' }));
for (const [name, recipe] of Object.entries(recipes)) {
  const answer = async ({ query, body }: FastifyRequest, reply: FastifyReply) => {
    await perform(recipe, database.work((body ?? query) as Variables));
    return reply.type('application/json; charset=utf-8').send(recipe.body);
  };
  app.get(`/${name}`, answer).post(`/${name}`, answer);
}
await app.listen({ host: '127.0.0.1', port: Number(port) });

process.on('SIGTERM', () => database.close().then(() => process.exit()));

async function perform({ steps }: Recipe, work: Work): Promise<void> {
  const signing: Promise<Buffer>[] = [];
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'statement') await work.statement(step, index);
    else if (step.kind === 'hash') await hashing.run('bench', () => verifyArgon2(passwordHash, password));
    else if (step.kind === 'sign') signing.push(signBytes(step.bytes));
    else verifyBytes(step.bytes);
  }
  await Promise.all(signing);
}

/** Signs on the thread pool, as the server does. */
function signBytes(bytes: number): Promise<Buffer> {
  return promisify(sign)('sha256', payload.subarray(0, bytes), privateKey);
}

function verifyBytes(bytes: number): void {
  const signed = payload.subarray(0, bytes);
  const signature = signatures.get(bytes) ?? sign('sha256', signed, privateKey);
  signatures.set(bytes, signature);
  verify('sha256', signed, publicKey, signature);
}
