import { X509Certificate } from 'node:crypto';
import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { loadSsoApp } from './load-app.ts';
import { activateSamlKey, addSamlKey, loadSamlKeys, type SamlKey } from './saml-keys.ts';
import { appId } from './wire-input.ts';

const certificates = t.object({
  certificates: t.list(
    t.object(
      {
        status: t.choice(['active', 'next']),
        certificate: t.text({ description: 'PEM', maxLength: 65_536 }),
        fingerprint: t.text({ description: 'SHA-256, in hexadecimal with colons' }),
        createdTime: t.integer({ description: 'Seconds since 1970' }),
        expireTime: t.integer({ description: 'Seconds since 1970' }),
      },
      { $id: 'SamlCertificate' },
    ),
    { maxItems: 2, description: 'The one that signs, then the next one' },
  ),
});

const toWire = (keys: SamlKey[]) => ({
  certificates: keys.map(({ status, certificate, createdAt }) => {
    const { fingerprint256, validToDate } = new X509Certificate(certificate);
    return {
      status,
      certificate,
      fingerprint: fingerprint256,
      createdTime: Math.floor(createdAt / 1000),
      expireTime: Math.floor(validToDate.getTime() / 1000),
    };
  }),
});

export const certificateEndpoints = [
  endpoint({
    name: 'management.ssoApplication.listSamlCertificates',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/saml/certificates',
    summary: 'List a SAML application’s signing certificates',
    auth: 'management',
    input: t.object({ id: appId }),
    output: certificates,
    errors: ['E111802'],
    client: { parameters: ['id'], returns: 'certificates' },
    async handle(ctx, { id }) {
      const { type } = await loadSsoApp(ctx, id);
      return toWire(type === 'saml' ? await loadSamlKeys(ctx, id) : []);
    },
  }),
  endpoint({
    name: 'management.ssoApplication.createSamlCertificate',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/saml/certificate/create',
    summary: 'Create the next certificate of a SAML application',
    description:
      'From now on, it is part of the metadata. It signs only once it is activated, so give the application ' +
      'time to read the metadata.',
    auth: 'management',
    input: t.object({ id: appId }),
    output: certificates,
    errors: ['E111801', 'E111802'],
    client: { parameters: ['id'], returns: 'certificates' },
    handle: async (ctx, { id }) => toWire(await addSamlKey(ctx, id)),
  }),
  endpoint({
    name: 'management.ssoApplication.activateSamlCertificate',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/saml/certificate/activate',
    summary: 'Activate the next certificate of a SAML application',
    description: 'It signs from now on. The former certificate is deleted.',
    auth: 'management',
    input: t.object({ id: appId }),
    output: certificates,
    errors: ['E111802'],
    client: { parameters: ['id'], returns: 'certificates' },
    handle: async (ctx, { id }) => toWire(await activateSamlKey(ctx, id)),
  }),
];
