import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { readConfig } from '../../../../core/config.ts';
import { createOutboundFetch } from '../../../../core/outbound.ts';
import { idp, idpMetadata } from '../saml/idp-fixture.ts';

let latchkey: Latchkey;
const servers: Server[] = [];

beforeAll(async () => {
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
});
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  await latchkey.close();
});

/** Serves on loopback, and counts the requests. */
async function serve(listener: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata` };
}

const configure = (idpMetadataUrl: string) =>
  latchkey.manage('POST', '/v1/mgmt/sso/saml/metadata', { tenantId: 'acme', settings: { idpMetadataUrl } });

async function expectRefused(url: string, message: RegExp) {
  const { status, body } = await configure(url);
  expect({ url, status, errorCode: body.errorCode }).toEqual({ url, status: 400, errorCode: 'E111301' });
  expect(body.errorMessage).toMatch(message);
  const saved = await latchkey.manage('GET', '/v2/mgmt/sso/settings?tenantId=acme');
  expect(saved.body.saml).toMatchObject({ idpEntityId: '', idpMetadataUrl: '', spCertificate: '' });
}

describe('metadata from a URL', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://2852039166/',
    'https://10.0.0.1/metadata',
    'https://192.168.1.1/metadata',
    'https://[fd00::1]/metadata',
    'https://[fe80::1]/metadata',
    'https://0.0.0.0/metadata',
  ])('is not fetched from %s', async (url) => {
    await expectRefused(url, /not a public address/);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://idp.example/',
    'gopher://idp.example/',
    'metadata',
    'https://a:b@idp.example/',
  ])('is not fetched from %s, which is not a plain web URL', async (url) => {
    await expectRefused(url, /not an http or https URL/);
  });

  test('is not fetched from loopback with the production configuration, and no request is sent', async () => {
    const { allowedPrivateNetworks } = readConfig('production', {
      LATCHKEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      LATCHKEY_BASE_URL: 'https://login.example',
    });
    const { service } = latchkey;
    const ofDevelopment = service.fetch;
    service.fetch = createOutboundFetch(allowedPrivateNetworks);
    try {
      const { url, asked } = await serve((_request, response) => response.end(idpMetadata()));
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '127.1']) {
        await expectRefused(url.replace('127.0.0.1', host), /not a public address/);
      }
      expect(asked).toEqual([]);
    } finally {
      service.fetch = ofDevelopment;
    }
  });

  test('is not fetched across a redirect', async () => {
    const target = await serve((_request, response) => response.end(idpMetadata()));
    for (const location of [target.url, 'http://169.254.169.254/latest/']) {
      const { url } = await serve((_request, response) => response.writeHead(302, { location }).end());
      await expectRefused(url, /redirects/);
    }
    expect(target.asked).toEqual([]);
  });

  test('is refused if the server sends an error, something else, or no answer', async () => {
    const failing = await serve((_request, response) => response.writeHead(404).end(idpMetadata()));
    await expectRefused(failing.url, /responded with 404/);
    const page = await serve((_request, response) => response.end('<html><body>Sign in</body></html>'));
    await expectRefused(page.url, /cannot be read. This is a web page, not metadata/);
    const empty = await serve((_request, response) => response.end());
    await expectRefused(empty.url, /./);
    const cut = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100000' }).write('<EntityDescriptor');
      setTimeout(() => response.destroy(), 50);
    });
    await expectRefused(cut.url, /cannot be fetched/);
    await expectRefused('http://127.0.0.1:1/metadata', /cannot be fetched/);
  });

  test('is refused if it is too large', async () => {
    const { url } = await serve((_request, response) => response.end('x'.repeat(2 * 1024 * 1024)));
    await expectRefused(url, /larger/);
  });

  test('times out, however the server delays it', async () => {
    const silent = await serve(() => {});
    const dripping = await serve((_request, response) => {
      const drip = setInterval(() => response.write(' '), 200);
      response.on('close', () => clearInterval(drip));
    });
    await Promise.all([expectRefused(silent.url, /in time/), expectRefused(dripping.url, /in time/)]);
  });

  test('is saved with its URL if everything is valid', async () => {
    const { url, asked } = await serve((_request, response) => response.end(idpMetadata()));
    expect(await configure(url)).toMatchObject({ status: 200, body: {} });
    const { body } = await latchkey.manage('GET', '/v2/mgmt/sso/settings?tenantId=acme');
    expect(body.saml).toMatchObject({
      idpMetadataUrl: url,
      idpEntityId: idp.entityId,
      idpCertificate: idp.certificate,
    });
    expect(asked).toEqual(['/metadata']);
  });

  test('is not fetched if the tenant does not exist', async () => {
    const { url, asked } = await serve((_request, response) => response.end(idpMetadata()));
    const body = { tenantId: 'nobody', settings: { idpMetadataUrl: url } };
    const answer = await latchkey.manage('POST', '/v1/mgmt/sso/saml/metadata', body);
    expect(answer.body.errorCode).toBe('E111202');
    expect(asked).toEqual([]);
  });
});
