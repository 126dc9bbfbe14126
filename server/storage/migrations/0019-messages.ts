import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject } from './columns.ts';

export const messages: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('outbox'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('nextAttemptAt', 'bigint')
      .addColumn('claimedBy', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addColumn('lastError', 'text', (column) => column.notNull())
      .addColumn('via', 'text', (column) => column.notNull())
      .addColumn('response', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('finishedAt', 'bigint')
      .addPrimaryKeyConstraint('outbox_pk', ['projectId', 'id'])
      .execute();
    await createIndex(db, 'outbox', ['nextAttemptAt']);
    await db.schema
      .createIndex('outbox_due')
      .on('outbox')
      .columns(['projectId', 'nextAttemptAt'])
      .where(sql.ref('nextAttemptAt'), 'is not', null)
      .execute();
    await createIndex(db, 'outbox', ['projectId', 'createdAt']);
    await createIndex(db, 'outbox', ['projectId', 'status', 'createdAt']);
    await ofProject(db.schema.createTable('messageConnectors'))
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('changedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('messageConnectors_pk', ['projectId', 'channel'])
      .execute();
    await ofProject(db.schema.createTable('messageTemplates'))
      .addColumn('templateId', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('html', 'text', (column) => column.notNull())
      .addColumn('changedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('messageTemplates_pk', [
        'projectId',
        'templateId',
        'kind',
        'channel',
        'locale',
      ])
      .execute();
    await ofProject(db.schema.createTable('messageLimits'))
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('recent', 'text', (column) => column.notNull())
      .addColumn('lastAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('messageLimits_pk', ['projectId', 'subject'])
      .execute();
    await createIndex(db, 'messageLimits', ['lastAt']);
    await ofProject(db.schema.createTable('webhooks'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('webhooks_pk', ['projectId', 'id'])
      .execute();
  },
};
