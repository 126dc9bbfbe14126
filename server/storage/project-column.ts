/**
 * The tables that belong to no project, with what they are. They stay on the coordinator of a distributed database. All others are
 * distributed by project.
 */
export const tablesOfInstance: Readonly<Record<string, string>> = {
  leases: 'work that one instance does for all',
  secretKeys: 'the keys that sealed its secrets',
  movedClientIds: 'which project an address of an earlier place leads to',
  kysely_migration: 'the journal of its migrations',
  kysely_migration_lock: 'the journal of its migrations',
  migrationNeeds: 'which versions can work on its schema',
};

/** Returns the column by which a table is distributed. A table of the instance has none. */
export function columnOfProject(table: string): string | undefined {
  if (table in tablesOfInstance) return undefined;
  return table === 'projects' ? 'id' : 'projectId';
}
