import { idp } from '../server/domain/federation/sso/saml/idp-fixture.ts';
import type { Answer, Latchkey, RequestOptions } from './harness.ts';

/** A tenant whose directory provisions by SCIM. */
export interface TestDirectory {
  tenantId: string;
  keyId: string;
  token: string;
  scim(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  /** Creates a user, and returns the resource. */
  // biome-ignore lint/suspicious/noExplicitAny: resources are compared, not computed with.
  create(fields: object): Promise<any>;
}

let count = 0;

/** Creates a tenant and an access key with the role Tenant Admin in it. With `domains`, they are those of its connection. */
export async function startDirectory(
  latchkey: Latchkey,
  { domains = [], tenantId: id }: { domains?: string[]; tenantId?: string } = {},
): Promise<TestDirectory> {
  count += 1;
  const tenantId = id ?? `directory-${count}`;
  if (!id) await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: tenantId, name: tenantId });
  const keyTenants = [{ tenantId, roleNames: ['Tenant Admin'] }];
  const { body } = await latchkey.manage('POST', '/v1/mgmt/accesskey/create', { name: 'SCIM', keyTenants });
  if (domains.length > 0) await setDomains(latchkey, tenantId, domains);
  const token = `${latchkey.projectId}:${body.cleartext}`;
  const scim: TestDirectory['scim'] = (method, path, sent, options = {}) =>
    latchkey.request(method, `/scim/v2${path}`, {
      bearer: token,
      ...(sent !== undefined && { rawBody: JSON.stringify(sent) }),
      ...options,
      headers: { ...(sent !== undefined && { 'content-type': 'application/scim+json' }), ...options.headers },
    });
  return {
    tenantId,
    keyId: body.key.id,
    token,
    scim,
    async create(fields) {
      const created = await scim('POST', '/Users', { schemas: [userSchema], ...fields });
      if (created.status !== 201) throw new Error(`${created.status}: ${JSON.stringify(created.body)}`);
      return created.body;
    },
  };
}

/** Gives domains to the tenant's connection. */
export async function setDomains(latchkey: Latchkey, tenantId: string, domains: string[], more: object = {}) {
  const settings = { idpUrl: idp.redirectUrl, entityId: idp.entityId, idpCert: idp.certificate, ...more };
  const { status, body } = await latchkey.manage('POST', '/v1/mgmt/sso/saml', {
    tenantId,
    settings,
    domains,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const patchOf = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
