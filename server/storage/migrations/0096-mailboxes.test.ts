import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBefore, plainUser } from '../../../test/storage/before-migration.ts';
import { listMailboxes } from '../mailboxes.ts';

test('an upgrade gives each mailbox its form, in each project, and leaves two accounts of one apart', async () => {
  const { db, insert, upgradeToNewest, drop } = await openBefore('0096-mailboxes');
  for (const id of ['P1', 'P2'])
    await insert('projects', { id, name: id, tags: '[]', settings: '{}', createdAt: 1 });
  const add = async (projectId: string, id: string, written: string, stored = written.toLowerCase()) => {
    const times = { createdAt: Number(id.slice(1)), modifiedAt: 1 };
    const proven = { email: stored, verifiedEmail: 1, provedEmail: stored };
    await insert('users', { ...plainUser, projectId, id, ...times, ...proven });
    await insert('loginIds', {
      projectId,
      loginId: stored,
      written,
      userId: id,
      position: 0,
      selfGiven: 0,
    });
  };
  await add('P1', 'U1', 'Alone@xn--mnchen-3ya.example');
  await add('P1', 'U2', 'both@xn--mnchen-3ya.example');
  await add('P1', 'U3', 'Both@München.example');
  await add('P1', 'U4', 'İ@example.com');
  await add('P1', 'U5', 'plain@example.com');
  await add('P2', 'U6', 'both@xn--mnchen-3ya.example');

  await upgradeToNewest();
  const { rows } = await sql<Record<string, string>>`
    select ${sql.ref('users.id')}, ${sql.ref('loginId')}, email, ${sql.ref('provedEmail')}
    from users join ${sql.table('loginIds')} on ${sql.ref('userId')} = ${sql.ref('users.id')}
    order by ${sql.ref('users.id')}`.execute(db);
  expect(rows.map((row) => [...new Set(Object.values(row))])).toEqual([
    ['U1', 'alone@münchen.example'],
    ['U2', 'both@xn--mnchen-3ya.example'],
    ['U3', 'both@münchen.example'],
    ['U4', 'İ@example.com'],
    ['U5', 'plain@example.com'],
    ['U6', 'both@münchen.example'],
  ]);
  expect([...(await listMailboxes(db, 'P1')).keys()].sort()).toEqual([
    'alone@münchen.example',
    'both@münchen.example',
    'İ@example.com',
  ]);
  await drop();
});
