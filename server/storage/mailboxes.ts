import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldMailAddress } from '../core/mail-address.ts';
import { inList } from './json.ts';
import type { Db } from './tables.ts';

// Releases before migration 0096 compared domains of addresses letter by letter. So one mailbox could have several accounts, each with its own
// spelling, and an account could be stored in another form than the one of its mailbox.

/** A login ID or an email address of a user. */
export interface Spelling {
  userId: string;
  kind: 'loginId' | 'email';
  /** As it is stored. */
  stored: string;
  /** The user signs in by it. */
  isName: boolean;
  createdAt: number;
}

/** Lists the spellings of each mailbox with an international domain or letter, by the one form of the mailbox. */
export async function listMailboxes(db: Db, projectId: string): Promise<Map<string, Spelling[]>> {
  const loginIds = await selectLoginIds(db, projectId).where(mayDiffer('loginIds.loginId')).execute();
  const emails = await selectEmails(db, projectId).where(mayDiffer('email')).execute();
  const mailboxes = new Map<string, Spelling[]>();
  const add = (mailbox: string | undefined, spelling: Spelling) => {
    if (mailbox !== undefined) mailboxes.set(mailbox, [...(mailboxes.get(mailbox) ?? []), spelling]);
  };
  // As the holders wrote it: what is stored may have lost the dot of a capital letter.
  const written = new Map(loginIds.map((row) => [`${row.userId} ${row.stored}`, row.written]));
  for (const row of loginIds) add(foldMailAddress(row.written), spellingOf('loginId', row));
  for (const row of emails)
    add(foldMailAddress(written.get(`${row.userId} ${row.stored}`) ?? row.stored), spellingOf('email', row));
  // The domain of a mailbox can be ASCII although somebody wrote it in other letters.
  const plain = [...mailboxes.keys()].filter((mailbox) => /^[ -~]*$/.test(mailbox));
  if (plain.length === 0) return mailboxes;
  for (const row of await selectLoginIds(db, projectId)
    .where((login) => inList(db, login.ref('loginIds.loginId'), plain))
    .execute())
    add(row.stored, spellingOf('loginId', row));
  for (const row of await selectEmails(db, projectId)
    .where((user) => inList(db, user.ref('email'), plain))
    .execute())
    add(row.stored, spellingOf('email', row));
  return mailboxes;
}

/**
 * Brings spellings into the one form of their mailbox, unless another account has it: these stay as they are, and apart. If no account of a
 * mailbox has its form, the oldest one gets it. `onChange` tells the search index. Part of a transaction.
 */
export async function settleMailboxes(db: Db, projectId: string, onChange: OnSettled): Promise<void> {
  for (const [mailbox, spellings] of await listMailboxes(db, projectId)) {
    const holders = holdersOf(mailbox, spellings);
    const isTaken = spellings.some(({ kind, stored }) => kind === 'loginId' && stored === mailbox);
    for (const { userId, kind, stored } of spellings) {
      if (stored === mailbox || !holders.has(userId) || (kind === 'loginId' && isTaken)) continue;
      const rewrite = { userId, stored, mailbox };
      await (kind === 'loginId' ? rewriteLoginId : rewriteEmail)(db, projectId, rewrite);
      await onChange(userId, mailbox, kind === 'email' ? { email: mailbox } : {});
    }
  }
}

/** Called for each user whose login ID or address has got another form. `sorted`: the fields of the user that have it. */
export type OnSettled = (
  userId: string,
  form: string,
  sorted: { email?: string; phone?: string },
) => Promise<void>;

/** Returns the accounts that share a mailbox with another one and are kept apart by its spelling. */
export function apartIn(mailbox: string, spellings: Spelling[]): Spelling[] {
  const holders = holdersOf(mailbox, spellings);
  return spellings.filter(({ userId }) => !holders.has(userId));
}

/** Returns the users whose mailbox it is: those who sign in by its form, or else by the oldest spelling of it. */
function holdersOf(mailbox: string, spellings: Spelling[]): Set<string> {
  const [oldest] = spellings.toSorted(
    (a, b) =>
      Number(b.isName) - Number(a.isName) || a.createdAt - b.createdAt || (a.userId < b.userId ? -1 : 1),
  );
  const named = spellings.filter(({ isName, stored }) => isName && stored === mailbox);
  const holding = named.length > 0 ? named : spellings.filter(({ stored }) => stored === oldest?.stored);
  const owner = holding.find(({ kind }) => kind === 'loginId');
  return new Set(owner ? [owner.userId] : holding.map(({ userId }) => userId));
}

function spellingOf(
  kind: Spelling['kind'],
  {
    userId,
    stored,
    isName,
    createdAt,
  }: { userId: string; stored: string; isName: number; createdAt: number },
): Spelling {
  return { userId, kind, stored, isName: isName === 1, createdAt: Number(createdAt) };
}

/** Finds text with other characters than ASCII, or with some in the form that DNS has for them. */
function mayDiffer(column: string): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  return sql<SqlBool>`(octet_length(${text}) <> length(${text}) or ${text} like '%@%xn--%')`;
}

function selectLoginIds(db: Db, projectId: string) {
  return db
    .selectFrom('loginIds')
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'loginIds.projectId').onRef('users.id', '=', 'loginIds.userId'),
    )
    .select(['loginIds.userId', 'loginIds.loginId as stored', 'loginIds.written', 'users.createdAt'])
    .select(sql.lit(1).as('isName'))
    .where('loginIds.projectId', '=', projectId)
    .where('loginIds.position', '>=', 0);
}

function selectEmails(db: Db, projectId: string) {
  return db
    .selectFrom('users')
    .select(['id as userId', 'email as stored', 'createdAt', 'verifiedEmail as isName'])
    .where('projectId', '=', projectId);
}

interface Rewrite {
  userId: string;
  stored: string;
  mailbox: string;
}

async function rewriteLoginId(db: Db, projectId: string, { stored, mailbox }: Rewrite): Promise<void> {
  await db
    .updateTable('loginIds')
    .set({ loginId: mailbox })
    .where('projectId', '=', projectId)
    .where('loginId', '=', stored)
    .execute();
}

async function rewriteEmail(db: Db, projectId: string, { userId, stored, mailbox }: Rewrite): Promise<void> {
  const proved = sql<string>`case when ${sql.ref('provedEmail')} = ${stored} then ${mailbox} else ${sql.ref('provedEmail')} end`;
  await db
    .updateTable('users')
    .set({ email: mailbox, provedEmail: proved })
    .where('projectId', '=', projectId)
    .where('id', '=', userId)
    .execute();
}
