import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import type { ServiceContext } from '../core/context.ts';
import { createLog } from '../core/log.ts';
import { createOutboundFetch } from '../core/outbound.ts';
import { mountPageAssets } from '../http/page-assets.ts';
import { createServer } from '../http/server.ts';
import { buildAuthnRequest } from '../protocols/saml/authn-request.ts';
import { parseIdpMetadata } from '../protocols/saml/idp-metadata.ts';
import { decodeSamlMessage } from '../protocols/saml/message.ts';
import { verifyResponse } from '../protocols/saml/response.ts';
import { createCertifiedKey } from '../protocols/saml/self-signed.ts';
import { buildSpMetadata } from '../protocols/saml/sp-metadata.ts';
import type { VerifyResponseInput } from '../protocols/saml/verification.ts';
import { mountSimulator } from './simulator.ts';

export const baseUrl = 'http://127.0.0.1:8080';
export const ssoUrl = `${baseUrl}/dev/idp/saml/demo/sso`;
export const requestId = '_request1';
export const now = Date.UTC(2026, 10, 20, 12);

/** Starts a simulator, and a service provider that publishes its metadata on a separate port. */
export async function startSimulator() {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-simulator-'));
  const app = await simulatorOn(dataDir);
  const sp = await startServiceProvider();

  return {
    app,
    sp,
    dataDir,
    restarted: () => simulatorOn(dataDir),
    metadata: async (name = 'demo') =>
      parseIdpMetadata((await app.inject(`/dev/idp/saml/${name}/metadata`)).rawPayload),
    request: (changes = {}) =>
      buildAuthnRequest({
        id: requestId,
        issueInstant: now,
        destination: ssoUrl,
        acsUrl: sp.acsUrl,
        spEntityId: sp.entityId,
        ...changes,
      }),
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
    /** Returns the response to a request from the form of the sign-in page. */
    async answer(fields: Record<string, string>): Promise<Posted> {
      const asked = {
        acsUrl: sp.acsUrl,
        audience: sp.entityId,
        inResponseTo: requestId,
        relayState: 'relay',
      };
      const accept = 'application/json';
      return (await this.post('/dev/idp/saml/demo/answer', { ...asked, ...fields }, { accept })).json();
    },
    async verify(posted: Posted, expected: VerifyResponseInput['expected'] = { requestId }) {
      const { entityId, certificates } = await this.metadata();
      return verifyResponse({
        xml: decodeSamlMessage(posted.fields['SAMLResponse']!),
        now,
        idp: { entityId, certificates },
        sp: { entityId: sp.entityId, acsUrl: sp.acsUrl, decryptionKey: sp.privateKey },
        expected,
      });
    },
    async stop() {
      await app.close();
      await sp.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;
export type Posted = { action: string; fields: Record<string, string> };

async function simulatorOn(dataDir: string) {
  const log = createLog({ logFormat: 'json', logLevel: 'silent' });
  const app = createServer(log);
  const fetch = createOutboundFetch(['127.0.0.1']);
  // The simulator uses nothing else of the context.
  const service = { mode: 'development', baseUrl, now: () => now, log, fetch } as ServiceContext;
  mountPageAssets(app);
  await app.register((scope) => mountSimulator(scope, service, { dataDir }));
  await app.ready();
  return app;
}

async function startServiceProvider() {
  const { privateKeyPem, certificatePem } = await createCertifiedKey('sp.example', now);
  const app = fastify();
  app.get('/metadata', async () => metadata);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const entityId = `${origin}/metadata`;
  const acsUrl = `${origin}/acs`;
  const metadata = buildSpMetadata({
    entityId,
    acsUrl,
    signingCertificates: [certificatePem],
    encryptionCertificates: [certificatePem],
    nameIdFormats: [],
    authnRequestsSigned: true,
    wantAssertionsSigned: true,
  });
  return {
    entityId,
    acsUrl,
    privateKey: createPrivateKey(privateKeyPem),
    certificatePem,
    close: () => app.close(),
  };
}
