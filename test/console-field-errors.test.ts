import { afterAll, beforeAll, expect, test } from 'vitest';
import { failedField } from '../console/api/failed-field.ts';
import { ApiError } from '../console/api/failure.ts';
import { type Latchkey, startLatchkey } from './harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const [path, body] of taken) {
    const { status, body: answer } = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
    expect(status, `${path}: ${JSON.stringify(answer)}`).toBe(200);
  }
});
afterAll(() => latchkey.close());

/** A form of the console, and the call that it makes. */
interface Form {
  path: string;
  /** The values that are sent with the wrong one. */
  input: object;
  /** The fields of the form. */
  fields: object;
}

const app = { name: 'Wiki', approvedRedirectUrls: ['https://a.example/cb'] };
const newUser = {
  loginId: '',
  email: '',
  phone: '',
  verifiedEmail: true,
  verifiedPhone: true,
  displayName: '',
  givenName: '',
  middleName: '',
  familyName: '',
  picture: '',
  password: '',
  status: '',
  test: false,
  roleNames: [],
  tenants: [],
  attributes: {},
};
const texts = { name: '', description: '' };
const forms = {
  'create user': { path: 'user/create', input: { loginId: 'bea' }, fields: newUser },
  'set password': { path: 'user/password/set/active', input: { loginId: 'ann' }, fields: { password: '' } },
  'create tenant': {
    path: 'tenant/create',
    input: { name: 'Acme' },
    fields: { name: '', id: '', selfProvisioningDomains: [], parent: null },
  },
  'create role': {
    path: 'role/create',
    input: { name: 'editor' },
    fields: { ...texts, permissionNames: [], tenantId: '' },
  },
  'create permission': { path: 'permission/create', input: { name: 'p' }, fields: texts },
  'create access key': {
    path: 'accesskey/create',
    input: { name: 'k' },
    fields: { ...texts, days: '90', roleNames: [], permittedIps: [] },
  },
  'create webhook': {
    path: 'webhook/create',
    input: { name: 'h', url: 'https://a.example/hook' },
    fields: { name: '', url: '', which: 'all', events: [] },
  },
  'set SMTP': {
    path: 'connector/email/smtp',
    input: { host: 'mail.example.com', fromAddress: 'a@example.com' },
    fields: {
      host: '',
      port: '',
      security: '',
      username: '',
      password: '',
      fromAddress: '',
      fromName: '',
      replyTo: '',
    },
  },
  'set SMS by HTTP': {
    path: 'connector/sms/http',
    input: { url: 'https://sms.example.com', body: '{{to}} {{text}}' },
    fields: { url: '', body: '', headers: [] },
  },
  'set Twilio': {
    path: 'connector/sms/twilio',
    input: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'x', from: '+12025550143' },
    fields: { accountSid: '', authToken: '', from: '', baseUrl: '' },
  },
  'create OpenID Connect application': {
    path: 'sso/idp/app/oidc/create',
    input: app,
    fields: { ...texts, id: '', approvedRedirectUrls: [], clientType: '' },
  },
  'create SAML application': {
    path: 'sso/idp/app/saml/create',
    input: { name: 'Wiki', entityId: 'urn:wiki', acsUrl: 'https://a.example/acs', hasNoCertificate: true },
    fields: { ...texts, id: '', entityId: '', acsUrl: '', metadataUrl: '', certificate: '' },
  },
  'create third-party application': {
    path: 'thirdparty/app/create',
    input: { name: 'Their app' },
    fields: { name: '', approvedCallbackUrls: [], nonConfidentialClient: false },
  },
  'configure OAuth provider': {
    path: 'oauth/provider',
    input: { provider: 'corp', issuer: 'https://idp.example', clientId: 'c', clientSecret: 's' },
    fields: { provider: '', title: '', clientId: '', clientSecret: '', issuer: '', tokenUrl: '', scopes: [] },
  },
} satisfies Record<string, Form>;

/** Records whose names are taken. */
const taken: [path: string, body: object][] = [
  ['user/create', { loginId: 'ann' }],
  ['tenant/create', { id: 'taken', name: 'Taken', selfProvisioningDomains: ['taken.example'] }],
  ['role/create', { name: 'taken' }],
  ['permission/create', { name: 'taken' }],
  ['sso/idp/app/oidc/create', { ...app, id: 'taken' }],
];

const long = 'x'.repeat(8_000);

test.each<[form: keyof typeof forms, field: string, wrong: unknown, sent?: object]>([
  ['create user', 'loginId', 'ann'],
  ['create user', 'loginId', long],
  ['create user', 'email', 'no address'],
  ['create user', 'phone', '12'],
  ['create user', 'displayName', long],
  ['create user', 'givenName', long],
  ['create user', 'picture', 'ftp://a.example'],
  ['create user', 'password', 'short'],
  ['create user', 'password', 'password12345678'],
  ['create user', 'password', 'x'.repeat(129)],
  ['create user', 'roleNames', ['unknown']],
  ['create user', 'tenants', [], { userTenants: [{ tenantId: 'unknown' }] }],
  ['set password', 'password', 'short'],
  ['create tenant', 'name', long],
  ['create tenant', 'id', 'taken'],
  ['create tenant', 'id', '.dot'],
  ['create tenant', 'selfProvisioningDomains', ['no domain']],
  ['create tenant', 'parent', 'unknown'],
  ['create role', 'name', 'taken'],
  ['create role', 'name', long],
  ['create role', 'description', long],
  ['create role', 'permissionNames', ['unknown']],
  ['create role', 'tenantId', 'unknown'],
  ['create permission', 'name', 'taken'],
  ['create permission', 'description', long],
  ['create access key', 'name', long],
  ['create access key', 'permittedIps', ['no network']],
  ['create access key', 'roleNames', ['unknown']],
  ['create webhook', 'name', long],
  ['create webhook', 'url', 'ftp://a.example'],
  ['create webhook', 'events', ['user.danced']],
  ['set SMTP', 'host', 'no host'],
  ['set SMTP', 'port', 99_999],
  ['set SMTP', 'fromAddress', 'nobody'],
  ['set SMTP', 'replyTo', 'nobody'],
  ['set SMTP', 'username', long],
  ['set SMS by HTTP', 'url', 'ftp://a.example'],
  ['set SMS by HTTP', 'body', 'neither number nor text'],
  ['set Twilio', 'accountSid', 'no SID'],
  ['set Twilio', 'from', ''],
  ['create OpenID Connect application', 'name', long],
  ['create OpenID Connect application', 'id', 'taken'],
  ['create OpenID Connect application', 'id', '.dot'],
  ['create OpenID Connect application', 'approvedRedirectUrls', ['no url']],
  ['create SAML application', 'acsUrl', 'no url'],
  ['create SAML application', 'certificate', 'no certificate', { hasNoCertificate: false }],
  ['create SAML application', 'id', 'taken'],
  ['create third-party application', 'name', long],
  ['create third-party application', 'approvedCallbackUrls', ['no url']],
  ['configure OAuth provider', 'provider', 'no name!'],
  ['configure OAuth provider', 'issuer', 'no url'],
  ['configure OAuth provider', 'tokenUrl', 'no url'],
  ['configure OAuth provider', 'clientId', long],
])('%s: an error about %s is shown there (%#)', async (name, field, wrong, sent) => {
  const { path, input, fields }: Form = forms[name];
  const values = { ...input, ...(sent ?? { [field]: wrong }) };
  const { status, body } = await latchkey.manage('POST', `/v1/mgmt/${path}`, values);
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  expect(failedField(new ApiError(status, body), { ...fields, [field]: wrong }), JSON.stringify(body)).toBe(
    field,
  );
});
