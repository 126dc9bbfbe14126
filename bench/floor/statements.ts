/** The tables and statements of the floor: the fewest that keep the same promise, with the parameters $1, $2, … */

import type { Engine } from '../options.ts';

const isText = 'text not null';
const isNumber = 'bigint not null';

const userColumns = (
  'id status name givenName middleName familyName email verifiedEmail phone verifiedPhone recoveryEmail ' +
  'verifiedRecoveryEmail recoveryPhone verifiedRecoveryPhone picture test customAttributes createdAt modifiedAt ' +
  'lastSignInDay invitedAt'
)
  .split(' ')
  .map((name) => `"${name}"`);

/** Shares the work of counting: a single row would make creations wait for each other. */
export const countSlots = 16;

/** Creates the floor's own tables in a copy of Latchkey's database, with the same users, keys and sessions. */
export function preparation(engine: Engine): string[] {
  const identity = engine === 'sqlite' ? '' : 'generated always as identity';
  const columns = userColumns.join(', ');
  return [
    `create table "floorUsers" (number integer ${identity} primary key, "projectId" ${isText}, ${userColumns
      .map((name) => `${name} ${/^"verified|^"test|At"$|Day"$/.test(name) ? isNumber : isText}`)
      .join(', ')}, "hasTotp" ${isNumber}, "hasPassword" ${isNumber}, unique ("projectId", id))`,
    'create unique index "floorUsers_order" on "floorUsers" ("projectId", number)',
    `create table "floorLoginIds" ("projectId" ${isText}, "loginId" ${isText}, "userId" ${isText}, written ${isText}, position ${isNumber}, primary key ("projectId", "loginId"))`,
    'create index "floorLoginIds_user" on "floorLoginIds" ("projectId", "userId")',
    `create table "floorGrants" ("projectId" ${isText}, "userId" ${isText}, "tenantId" ${isText}, "roleId" ${isText}, primary key ("projectId", "userId", "tenantId", "roleId"))`,
    `create table "floorSessions" ("projectId" ${isText}, id ${isText}, "userId" ${isText}, "tokenHash" ${isText}, "expiresAt" ${isNumber}, primary key ("projectId", id))`,
    `create table "floorAudit" ("projectId" ${isText}, id ${isText}, action ${isText}, "userId" ${isText}, data ${isText}, "occurredAt" ${isNumber}, primary key ("projectId", id))`,
    `create table "floorCounts" ("projectId" ${isText}, slot ${isNumber}, users ${isNumber}, primary key ("projectId", slot))`,
    `insert into "floorUsers" ("projectId", ${columns}, "hasTotp", "hasPassword")
      select users."projectId", ${userColumns.map((name) => `users.${name}`).join(', ')},
        (select count(*) from "totpCredentials" t where t."projectId" = users."projectId" and t."userId" = users.id),
        (select count(*) from passwords p where p."projectId" = users."projectId" and p."userId" = users.id)
      from users order by users.number`,
    `insert into "floorLoginIds" select "projectId", "loginId", "userId", written, position from "loginIds"`,
    `insert into "floorGrants" select "projectId", "userId", "tenantId", "roleId" from "userRoles"`,
    `insert into "floorSessions" select "projectId", id, "userId", "tokenHash", "expiresAt" from sessions`,
    ...Array.from(
      { length: countSlots },
      (_, slot) => `insert into "floorCounts" select id, ${slot}, 0 from projects`,
    ),
    `update "floorCounts" set users = (select count(*) from users u where u."projectId" = "floorCounts"."projectId")
      where slot = 0`,
  ];
}

export type Statements = ReturnType<typeof statements>;

export function statements(engine: Engine) {
  /** Aggregates these values of each row as a JSON array of arrays, in no particular order. */
  const jsonRows = (...values: string[]) =>
    engine === 'sqlite'
      ? `json_group_array(json_array(${values}))`
      : `json_agg(json_build_array(${values}))::text`;
  const user = `${userColumns.map((name) => `u.${name}`).join(', ')}, "hasTotp", "hasPassword",
    (select ${jsonRows('written', 'position')} from "floorLoginIds" i
      where i."projectId" = u."projectId" and i."userId" = u.id),
    (select ${jsonRows('t.id', 't.name', 'r.name', 'p.name')} from "floorGrants" g
      join tenants t on t."projectId" = g."projectId" and t.id = g."tenantId"
      join roles r on r."projectId" = g."projectId" and r.id = g."roleId"
      left join "rolePermissions" rp on rp."projectId" = r."projectId" and rp."roleId" = r.id
      left join permissions p on p."projectId" = rp."projectId" and p.id = rp."permissionId"
      where g."projectId" = u."projectId" and g."userId" = u.id)`;
  return {
    key: `select status, "expiresAt", "permittedIps" from "managementKeys" where "projectId" = $1 and hash = $2`,
    load: `select ${user} from "floorLoginIds" l
      join "floorUsers" u on u."projectId" = l."projectId" and u.id = l."userId"
      where l."projectId" = $1 and l."loginId" = $2`,
    list: `select ${user}, (select sum(users) from "floorCounts" where "projectId" = $1) from "floorUsers" u
      where u."projectId" = $1 order by u.number limit 20`,
    me: `select ${user} from "floorSessions" s
      join "floorUsers" u on u."projectId" = s."projectId" and u.id = s."userId"
      where s."projectId" = $1 and s.id = $2 and s."tokenHash" = $3 and s."expiresAt" > $4 and u.status <> 'disabled'`,
    rotate: `update "floorSessions" set "tokenHash" = $4
      where "projectId" = $1 and id = $2 and "tokenHash" = $3 and "expiresAt" > $5`,
    rights: `select t.name, r.id, ${jsonRows('p.name')} from tenants t join roles r on r."projectId" = t."projectId"
      left join "rolePermissions" rp on rp."projectId" = r."projectId" and rp."roleId" = r.id
      left join permissions p on p."projectId" = rp."projectId" and p.id = rp."permissionId"
      where t."projectId" = $1 and t.id = $2 and r.name = $3 group by t.name, r.id`,
  };
}

/** The writes of a creation. The first finds out whether the login ID is free; the others follow only then. */
export const creation = {
  loginId: `insert into "floorLoginIds" values ($1, $2, $3, $2, 0) on conflict do nothing`,
  others: [
    `insert into "floorUsers" ("projectId", ${userColumns.join(', ')}, "hasTotp", "hasPassword")
      select $1, $3, 'invited', $4, '', '', '', $2, 1, '', 0, '', 0, '', 0, '', 0, '{}', cast($5 as bigint), cast($5 as bigint), 0, 0, 0, 0`,
    'insert into "floorGrants" select $1, $3, $6, $7',
    `insert into "floorAudit" select $1, $8, 'UserCreated', $3, $9, cast($5 as bigint)`,
    'update "floorCounts" set users = users + 1 where "projectId" = $1 and slot = $10',
  ],
};
