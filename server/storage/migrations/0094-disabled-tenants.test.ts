import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBefore } from '../../../test/storage/before-migration.ts';

test('a tenant is disabled as its settings say, whichever release has written them', async () => {
  const { db, upgrade, drop } = await openBefore('0094-disabled-tenants');
  await sql`insert into "projects" ("id", "name", "tags", "settings", "createdAt") values ('p', 'p', '[]', '{}', 1)`.execute(
    db,
  );
  /** Creates a tenant as a release does that does not know the column. */
  const create = async (id: string, disabled: boolean) => {
    const settings = JSON.stringify({ disabled, ssoSetupSuite: { features: [] } });
    await sql`
      insert into "tenants" (
        "projectId", "id", "name", "foldedName", "authType", "customAttributes", "settings", "sessionLimits", "enforceSso", "createdAt"
      ) values ('p', ${id}, ${id}, ${id}, 'none', '{}', ${settings}, '', 0, 1)`.execute(db);
  };
  const change = (id: string, disabled: boolean) =>
    sql`update "tenants" set "settings" = ${JSON.stringify({ disabled })} where "id" = ${id}`.execute(db);
  const disabledTenants = async () => {
    const { rows } = await sql<{ id: string }>`
      select "id" from "tenants" where "disabled" = 1 order by "id"`.execute(db);
    return rows.map(({ id }) => id);
  };
  await create('closed', true);
  await create('open', false);
  await create('reopened', false);
  await sql`update "tenants" set "disabled" = 1 where "id" = 'reopened'`.execute(db);
  expect(await disabledTenants()).toEqual(['reopened']);

  await upgrade();
  expect(await disabledTenants()).toEqual(['closed']);
  await create('new', true);
  await change('open', true);
  await change('closed', false);
  expect(await disabledTenants()).toEqual(['new', 'open']);
  await sql`update "tenants" set "name" = 'Other', "settings" = '{}' where "id" = 'open'`.execute(db);
  expect(await disabledTenants()).toEqual(['new']);
  await drop();
});
