import type { Cores } from './cores.ts';

/** What a reader of the results must know. */
export function notes({ server, load, database }: Cores, searches: number): string {
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
verifications, and that a QR code was made or a password hashed. The bound is a bare Fastify that does exactly these again, through the server's own prepared statements,
shared syncs and connection pool, but without kysely and without any code of the product, and answers with fixed JSON.
It checks that each statement finds as many rows as it did for the server. It is no other product and no lower limit of
what sign-in has to cost: with fewer statements or syncs, server and bound both get faster. Everything that the bound
leaves out is the server's: credentials, validation, TOTP codes, unsealing, hashing, token claims, JSON.

**Password sign-in** is bounded by the hash: Argon2id at the server's own parameters, as many at once as its hash pool
lets there be (on one core, one). "Session start without a credential" is the same sign-in by the management API, without
the hash.

**Limits.** The load comes from this machine, whose addresses are without rate limits unless the project says otherwise
(\`unlimitedAddresses\`), so nothing is refused for being too much. The limits of a credential hold: every user gets one
message and enters one code.

**Messages** stay in the outbox while requests are measured, so that their sending does not take the core of whatever is
measured next. "Messages sent in a second" measures it: several instances on all cores empty an outbox that was filled
before, into a mail server of a few lines that accepts everything; the rate is that of the middle 80 % of the mails.

**People who sign in by password at once** wait for their answer; who is refused (429) comes back when \`Retry-After\`
says. Meanwhile \`/healthz\` is asked every 10 ms, and four devices refresh 50 times a second at most. The hashes that the
machine makes when it does nothing else are measured before and after. With all cores, the server's two hashing threads
share them with its event loop, the load generator and PostgreSQL.

**Runs** of the server and of the bound take turns. No two requests are the same: every sign-in is by another user with
a code that is valid now, every SSO code is exchanged once, every connection refreshes with the token that it was given
last, and users are loaded at random. An answer other than 200 ends the benchmark without a result.

**Requests/s** count answers between the start of a run and its last answer. The percentiles are of all answers of a
run; the table has the median of the runs, each column by itself.

**Both databases keep their promise**: an answer comes after the commit is on the disk (SQLite: shared syncs of the
write-ahead log; PostgreSQL: default settings, with \`fsync\` and \`synchronous_commit\`).

**Hostile SAML responses** carry a genuine signature of the tenant's identity provider, so that nothing refuses them
early, and are posted in volleys of 20, while \`/healthz\` is asked every 2 ms whether it has answered or not. With the server on one core, the SAML worker takes turns with the event loop;
with all cores it has one of its own, which it shares with the load generator on a machine of two.

**QR codes.** Nobody can answer a TOTP sign-up without one, so the bound makes one, too, with the server's own function: it
is most of what a sign-up costs, and the ratio says nothing about how well it is made.

**The console** is opened in Chromium, with an empty cache, and "once more" with what the browser then has. Bytes are all
that came over the wire, with headers: the page, its files, which were compressed when it was built, and what the API
said. "Shown" is the time from the start of the navigation until the frame is made in which the sign-in can be used, or
in which all figures and charts are drawn. The charts' own files are fetched only when there is something to draw: as
soon as somebody has signed in.

**A page of the table of users** is timed in the page itself: from when the browser received the click, or the last
letter, until the frame is made in which the new rows are. Each is one that the browser has not asked for before, and
the first of each kind does not count. The console searches when nobody has typed for a quarter of a second, so a text
is held against the aim from when the search is sent. Roles are reached by their address inside the page, as by the back
button. Browser, server and database share all cores. The CPU time is that of the page's main thread, from the act to
the rows: it stays nearly the same when somebody else uses the machine. A view that searches more than once, a request
that is made twice, and an answer other than 200 end the benchmark without a result.

**Very many users.** One project with 10,000 tenants (a tenth of all users is in one of them, a tenth of the tenants lie
below another), 50 roles (half of all users have the same one), 10 custom attributes with from 2 to as many different
values as there are users, authenticators for 5 %, and 0.5 % test users, whom a search leaves out unless told otherwise.
All of it is made through the management API: the users by \`user/import\`, 5,000 in a call and two calls at once, without
passwords. The rate counts from the first call to the last answer. PostgreSQL has its default settings (128 MB of
shared buffers) and is vacuumed before the searches, which it would do by itself some minutes later. Server, load
generator and database share all cores.

A search is made ${searches} times, one after the other, each with other values, after five that do not count. It asks for
100 users and is answered with all that belongs to them and with the exact total. "Found" is the most that one of
them found. Users are loaded, updated and created at random, with all their attributes, tenants and roles.

What takes longer than the aim, and why: an exact total of users who are listed nowhere has to be counted. That is about
50 ns (SQLite) or 90 ns (PostgreSQL) for each user who has a role, a tenant, an attribute or a time, so half a million
take up to 50 ms. Of several filters together the narrowest is listed and each other one is asked about each of these users, for 0.4 to
1 µs: filters that each match hundreds of thousands take hundreds of milliseconds. So does free text that most users
have, which the index has to compare in each of them. A page by number costs what lies before it, from the nearer end
when nothing but properties of two or three values is asked for; a cursor costs no more than the total. Searches in projects with more
than 20,000 users run in threads of their own on SQLite, so none of them keeps others waiting.

The import is bound by one core of the database: each user is a row in about fifteen indexes, ten to fifteen facets and a
hundred trigrams, all of which are there when the call returns. Loading falls short of 70 % of its bound on SQLite,
because the bound is two reads and an answer in 65 µs: taking the credentials and the query apart, hashing the key, and
making an answer of five lists takes about as long again.`;
}
