import type { Cores } from './cores.ts';

/** What a reader of the results must know. */
export function notes({ server, load, database }: Cores): string {
  const sharing =
    database === load
      ? `PostgreSQL runs on core ${load} too, beside the load generator`
      : `PostgreSQL runs on cores ${database}`;
  return `## How to read this

**Cores.** The server with all its threads is held on core ${server}: the event loop, the thread pool that makes RSA
signatures and syncs the log, and the checkpoint thread share it. A result is therefore what one core gives, and the
bound has the same core and no more. The load generator is on core ${load}; ${sharing}. "Core used" says how busy the
server's core was: well below 100 % the server was waiting for the disk, for PostgreSQL or for the load generator, and
the CPU time of one request is the better number then, and so is the CPU ratio, the bound's CPU time by the server's.
It also stays the same when somebody else uses the machine; requests/s and percentiles do not.

**The bound.** Before anything is measured, the server is started once with a recorder below its own code, and writes
down for two requests of each kind the statements with their parameters, the waits for the disk, the signatures and the
verifications, and that a QR code was made. The bound is a bare Fastify that does exactly these again, through the server's own prepared statements,
shared syncs and connection pool, but without kysely and without any code of the product, and answers with fixed JSON.
It checks that each statement finds as many rows as it did for the server. It is no other product and no lower limit of
what sign-in has to cost: with fewer statements or syncs, server and bound both get faster. Everything that the bound
leaves out is the server's: credentials, validation, TOTP codes, unsealing, hashing, token claims, JSON.

**Runs** of the server and of the bound take turns. No two requests are the same: every sign-in is by another user with
a code that is valid now, every SSO code is exchanged once, every connection refreshes with the token that it was given
last, and users are loaded at random. An answer other than 200 ends the benchmark without a result.

**Requests/s** count answers between the start of a run and its last answer. The percentiles are of all answers of a
run; the table has the median of the runs, each column by itself.

**Both databases keep their promise**: an answer comes after the commit is on the disk (SQLite: shared syncs of the
write-ahead log; PostgreSQL: default settings, with \`fsync\` and \`synchronous_commit\`).

**Hostile SAML responses** carry a genuine signature of the tenant's identity provider, so that nothing refuses them
early, and are posted in volleys of 20, while \`/healthz\` is asked every 2 ms whether it has answered or not. With the server on one core, the SAML worker takes turns with the event loop;
with all cores it has one of its own, which it shares with the load generator on a machine of two.`;
}
