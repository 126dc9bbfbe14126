import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

/**
 * Makes the database keep `disabled` of a tenant as its settings say, also where an instance that does not know the column writes
 * them. Corrects the tenants that such an instance has disabled or enabled since the column exists.
 */
export const disabledTenants: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    for (const statement of dialectOf(db) === 'sqlite' ? sqlite : postgres)
      await sql.raw(statement).execute(db);
    await sql`
      update tenants set settings = settings
      where disabled = 1 or settings like '%"disabled":true%'`.execute(db);
  },
};

const inSettings = `coalesce(json_extract(new.settings, '$.disabled'), 0)`;

const sqlite = (['insert', 'update of settings'] as const).map(
  (event) => `
    create trigger "tenants_disabled_${event.split(' ')[0]}" after ${event} on tenants
    when new.disabled <> ${inSettings} begin
      update tenants set disabled = ${inSettings} where "projectId" = new."projectId" and id = new.id;
    end`,
);

const postgres = [
  `create function "tenants_disabled"() returns trigger language plpgsql as $$ begin
     new.disabled := coalesce((new.settings::json ->> 'disabled')::boolean, false)::int;
     return new;
   end $$`,
  `create trigger "tenants_disabled" before insert or update of settings on tenants
   for each row execute function "tenants_disabled"()`,
];
