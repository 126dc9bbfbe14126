import { expect } from 'vitest';
import { idp } from '../server/domain/federation/sso/saml/idp-fixture.ts';
import type { Latchkey } from './harness.ts';

/** An identity provider as an administrator enters it by hand. */
export const byHand = { idpUrl: idp.redirectUrl, entityId: idp.entityId, idpCert: idp.certificate };

/** Matches an answer with this error. */
export const refusal = (errorCode: string, message: RegExp | string = /./) => ({
  body: { errorCode, errorMessage: typeof message === 'string' ? message : expect.stringMatching(message) },
});

/** The calls that tests of SSO settings share. `of` returns the file's server, which starts later. */
export function ssoSettings(of: () => Latchkey) {
  let count = 0;
  return {
    async newTenant(): Promise<string> {
      const id = `tenant-${++count}`;
      await of().manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
      return id;
    },
    configure: (tenantId: string, settings: object = {}, envelope: object = {}) =>
      of().manage('POST', '/v1/mgmt/sso/saml', {
        tenantId,
        settings: { ...byHand, ...settings },
        ...envelope,
      }),
    byMetadata: (tenantId: string, settings: object, envelope: object = {}) =>
      of().manage('POST', '/v1/mgmt/sso/saml/metadata', { tenantId, settings, ...envelope }),
    async load(tenantId: string, ssoId = '') {
      const answer = await of().manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}&ssoId=${ssoId}`);
      return answer.body;
    },
  };
}
