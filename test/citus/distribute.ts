import { Client } from 'pg';

const tablesOfInstance = [
  'kysely_migration',
  'kysely_migration_lock',
  'migrationNeeds',
  'leases',
  'secretKeys',
  'movedClientIds',
];

/** Distributes each table by project. */
export async function distribute(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rows = async <R>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as R[];
  try {
    await rows('set citus.shard_count = 4');
    const tables = await rows<{ name: string; keyed: boolean; relname: string }>(
      `select c.oid::regclass::text as name, c.relname, exists(select from pg_attribute a where a.attrelid = c.oid and attname = 'projectId') as keyed
      from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    const keys = await rows<{ child: string; parent: string }>(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
    );
    const left = new Map(tables.map((table) => [table.name, table]));
    const visit = async (name: string): Promise<void> => {
      const table = left.get(name);
      if (!table) return;
      left.delete(name);
      for (const { child, parent } of keys) if (child === name) await visit(parent);
      const isProjects = table.relname === 'projects';
      if (tablesOfInstance.includes(table.relname) || (!table.keyed && !isProjects)) {
        if (!tablesOfInstance.includes(table.relname)) console.log(`local: ${table.relname}`);
        return;
      }
      try {
        await rows('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
          name,
          isProjects ? 'id' : 'projectId',
          isProjects || table.relname === 'rateCounts' ? 'none' : 'projects',
        ]);
      } catch (e) {
        console.log(`cannot distribute ${name}: ${(e as Error).message}`);
        throw e;
      }
    };
    await visit('projects');
    for (const { name } of tables) await visit(name);
  } finally {
    await client.end();
  }
}
