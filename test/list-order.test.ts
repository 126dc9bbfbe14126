import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../server/groups.ts';
import { createCertifiedKey } from '../server/protocols/saml/self-signed.ts';
import { acrossProjects } from '../server/storage/scope.ts';
import type { Latchkey } from './harness.ts';
import { createPasswordUser, signInByPassword } from './signed-in.ts';
import { type FullProject, startWithFullProject } from './snapshots.ts';

/** Inputs that lists need so as to be asked for, or not to be empty. */
const inputs: Record<string, object> = {
  '/v1/mgmt/user': { loginId: 'bob' },
  '/v1/mgmt/user/explain': { loginId: 'bob' },
  '/v1/mgmt/user/identities': { loginId: 'bob' },
  '/v1/mgmt/user/passkeys/list': { loginId: 'bob' },
  '/v1/mgmt/user/trusteddevices/list': { identifiers: ['bob'] },
  '/v1/mgmt/tenant': { id: 'z-parent' },
  '/v1/mgmt/sso/idp/app/load': { id: 'wiki' },
  '/v1/mgmt/sso/idp/app/secret/all': { id: 'shop' },
  '/v1/mgmt/sso/failures': { tenantId: 'a-child' },
  '/v1/mgmt/sso/test': { tenantId: 'a-child' },
  '/v1/mgmt/sso/certificates': { tenantId: 'a-child' },
  '/v1/mgmt/sso/idp/app/preview': { id: 'wiki', loginId: 'bob' },
  '/v1/mgmt/sso/idp/app/signins': { id: 'shop' },
  '/v1/mgmt/user/sign-in-summary': { loginId: 'bob' },
  '/v2/mgmt/sso/settings/all': { tenantId: 'a-child' },
  '/v1/mgmt/tenant/domain/all': { tenantId: 'a-child' },
  '/v1/mgmt/tenant/directory': { tenantId: 'a-child' },
  '/v1/mgmt/tenant/adminlinks/sso/all': { tenantId: 'a-child' },
  '/v1/mgmt/group/all': { tenantId: 'a-child' },
  '/v1/mgmt/group/member/all': { tenantId: 'a-child', loginIds: ['bob'] },
  '/v1/mgmt/thirdparty/app/load': { id: 'radio' },
  '/v1/mgmt/thirdparty/app/secret/all': { id: 'radio' },
  '/v1/mgmt/mcpserver/load': { id: 'radio' },
  '/v1/mgmt/sso/idp/app/saml/certificates': { id: 'portal' },
  '/v1/mgmt/flow/export': { flowId: 'sign-in' },
  '/v2/mgmt/flow/export': { flowId: 'sign-in' },
  '/v1/mgmt/analytics/search': { groupByAction: true, groupByTenant: true, groupByMethod: true },
};

/** Return one record without lists of rows. */
const records = [
  '/v1/mgmt/user/provider/token',
  '/v1/mgmt/tenant/settings',
  '/v1/mgmt/widget/components-state',
  '/v2/mgmt/sso/settings',
  '/v1/mgmt/sso/settings',
  '/v1/mgmt/oauth/provider',
  '/v1/mgmt/sso/idp/app/secret',
  '/v1/mgmt/thirdparty/app/secret',
  '/v1/mgmt/accesskey',
  '/v1/mgmt/managementkey',
  '/v1/mgmt/message/template',
  '/v1/mgmt/webhook/delivery',
];

const lists = endpoints.filter(
  ({ auth, method, path, forAdministrators }) =>
    auth === 'management' &&
    forAdministrators !== 'only' &&
    !records.includes(path) &&
    (method === 'GET' || (method === 'POST' && /\/(search|all|list|load|history|export)$/.test(path))),
);

let full: FullProject;
let userIds: string[];
let refreshJwt: string;

beforeAll(async () => {
  full = await startWithFullProject();
  await addSeconds(full.latchkey);
});

afterAll(() => full.close());

async function addSeconds(latchkey: Latchkey): Promise<void> {
  const set = async (path: string, body: object) => {
    const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  for (const locale of ['de', 'fr']) {
    const template = { kind: 'otp', channel: 'sms', locale, text: 'Code {{code}}' };
    await set('message/template/set', template);
  }
  for (const name of ['Second', 'Another']) {
    await set('webhook/create', { name, url: 'https://hooks.example.com/', events: ['user.created'] });
    await set('sso/idp/app/secret/add', { appId: 'shop', name });
    await set('permission/create', { name });
  }
  await set('oauth/provider', { provider: 'github', clientId: 'client', clientSecret: 's' });
  await set('role/create', { name: 'Rich', permissionNames: ['Second', 'Another', 'Pencils'] });
  await set('tenant/create', { id: 'b-child', name: 'B', parent: 'z-parent' });
  await set('tenant/update', {
    id: 'a-child',
    name: 'Child',
    selfProvisioningDomains: ['two.example', 'one.example', 'child.example'],
    federatedAppIds: ['wiki', 'shop'],
  });
  for (const domain of ['two.example', 'one.example'])
    await set('tenant/domain/create', { tenantId: 'a-child', domain });
  await set('tenant/updateDefaultRoles', { id: 'a-child', defaultRoles: ['Rich', 'Clerk', 'Auditor'] });
  const grants = [
    { tenantId: 'z-parent', roleNames: ['Rich', 'Clerk'] },
    { tenantId: 'a-child', roleNames: ['Local', 'Auditor', 'Clerk'] },
  ];
  for (const name of ['one', 'two']) {
    await set('accesskey/create', { name, keyTenants: grants });
    await set('accesskey/create', {
      name,
      keyTenants: [{ tenantId: 'a-child', roleNames: ['Tenant Admin'] }],
    });
    await set('tenant/adminlinks/sso/send', { tenantId: 'a-child', email: `${name}@child.example` });
  }
  userIds = [];
  for (const id of ['radio', 'letters']) {
    await set('thirdparty/app/create', { id, name: id });
    await set('mcpserver/create', { id, name: id, url: `https://${id}.example.com/mcp` });
  }
  const sp = { entityId: 'https://portal.example.com', acsUrl: 'https://portal.example.com/acs' };
  const { certificatePem: certificate } = await createCertifiedKey('portal', latchkey.service.now());
  await set('sso/idp/app/saml/create', {
    id: 'portal',
    name: 'Portal',
    loginPageUrl: '',
    ...sp,
    certificate,
  });
  await set('sso/idp/app/saml/certificate/create', { id: 'portal' });
  for (const name of ['bob', 'eve']) {
    const { user } = await set('user/create', {
      loginId: name,
      additionalLoginIds: [`${name}-2`, `${name}-1`],
      userTenants: grants,
      ssoAppIds: ['shop', 'wiki'],
    });
    userIds.push(user.userId);
  }
  const user = await createPasswordUser(latchkey, { userTenants: grants });
  await signInByPassword(latchkey, user);
  refreshJwt = (await signInByPassword(latchkey, user)).body.refreshJwt;
}

/** Asks a new instance, which has nothing in memory. */
async function askAll(): Promise<Record<string, unknown>> {
  const latchkey = await full.latchkey.startAnother();
  const answers: Record<string, unknown> = {};
  for (const { method, path } of lists) {
    const isByUser = /\/users\/load$|\/user\/history$/.test(path);
    const input = isByUser ? (path.endsWith('history') ? userIds : { userIds }) : (inputs[path] ?? {});
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const { status, body } = await latchkey.manage(method, path + query, query ? undefined : input);
    expect(status, `${path} ${JSON.stringify(body)}: does it need an input?`).toBe(200);
    answers[path] = body;
  }
  const session = { bearer: `${latchkey.projectId}:${refreshJwt}` };
  for (const path of ['/v1/auth/me', '/v1/auth/me/history', '/v1/auth/me/sessions']) {
    answers[path] = (await latchkey.request('GET', path, session)).body;
  }
  answers['keys'] = (await latchkey.request('GET', `/v2/keys/${latchkey.projectId}`)).body;
  await latchkey.close();
  const text = JSON.stringify(answers).replaceAll(latchkey.baseUrl, 'https://latchkey.example.com');
  // The management key that asks is in use.
  return JSON.parse(text.replace(/"lastUsedTime":\d+/g, '"lastUsedTime":0'));
}

/**
 * Stores the rows of all tables in the opposite order, as a restored backup may have them. Gives the records of a table the same
 * time, which a batch of them has, too. Without indexes, a query returns rows as they are stored.
 */
const reverseRows = sql.raw(`do $$ declare t record; names text; moment text; begin
  execute format('alter database %I set enable_indexscan = off', current_database());
  execute format('alter database %I set enable_indexonlyscan = off', current_database());
  execute format('alter database %I set enable_bitmapscan = off', current_database());
  set local session_replication_role = replica;
  for t in select oid, format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
  loop
    for moment in select format('%I', attname) from pg_attribute where attrelid = t.oid
      and attname in ('createdAt', 'changedAt', 'modifiedAt', 'occurredAt', 'finishedAt', 'rotatedAt')
    loop
      execute format('update %s set %s = (select max(%s) from %s)', t.name, moment, moment, t.name);
    end loop;
    select string_agg(format('%I', attname), ', ') into names from pg_attribute
      where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('create temp table reversed as select %s from %s order by ctid desc', names, t.name);
    execute format('delete from %s', t.name);
    execute format('insert into %s (%s) select %s from reversed', t.name, names, names);
    drop table reversed;
  end loop;
end $$`);

test('no list depends on the order in which its rows are stored', async () => {
  const db = acrossProjects(full.latchkey.service.db);
  // The webhooks of the project lead nowhere, so their events would be tried again at any time.
  await full.latchkey.sendMessages();
  await sql`update outbox set status = 'dead', "nextAttemptAt" = null, "finishedAt" = "createdAt"`.execute(
    db,
  );
  // Both instances ask at the same time of day.
  full.latchkey.stopClock();
  // The first question for a certificate creates it, and so changes the time that all rows of its table get.
  await askAll();
  await reverseRows.execute(db);
  const before = await askAll();
  await reverseRows.execute(db);
  const after = await askAll();
  for (const path of Object.keys(before)) expect.soft(after[path], path).toEqual(before[path]);
});
