import { openDatabase } from '../../server/storage/engine.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { transaction } from '../../server/storage/transaction.ts';
import { testMigrations, testTables } from './database.ts';

/** Another process on the same database, for tests: `node other-process.ts <command> <options as JSON>`. */

const [command, options] = process.argv.slice(2);
const database = await openDatabase(JSON.parse(options!));
const projectId = 'P1';

/** Runs four writers that print each acknowledged row, until the process is killed. */
async function writeLedger(): Promise<void> {
  const write = async (writer: number) => {
    for (let sequence = 0; ; sequence += 1) {
      const id = `${process.pid}-${writer}-${sequence}`;
      await transaction(database, async ({ db }) => {
        await testTables(db).insertInto('accounts').values({ projectId, id, balance: sequence }).execute();
        await testTables(db).insertInto('entries').values({ projectId, accountId: id, id }).execute();
      });
      process.stdout.write(`${id}\n`);
    }
  };
  await Promise.all([0, 1, 2, 3].map(write));
}

/** Reads before it writes, which is safe only if transactions run one after the other. */
async function deposit(): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    await transaction(database, async ({ db }) => {
      const account = testTables(db)
        .selectFrom('accounts')
        .where('projectId', '=', projectId)
        .where('id', '=', 'shared');
      const { balance } = await account.select('balance').executeTakeFirstOrThrow();
      const update = testTables(db)
        .updateTable('accounts')
        .set({ balance: balance + 1 });
      await update.where('projectId', '=', projectId).where('id', '=', 'shared').execute();
    });
  }
}

async function runMigrations(): Promise<void> {
  process.stdout.write(JSON.stringify(await migrate(database.db, testMigrations)));
}

const commands: Record<string, () => Promise<void>> = { writeLedger, deposit, migrate: runMigrations };
await commands[command!]!();
await database.close();
