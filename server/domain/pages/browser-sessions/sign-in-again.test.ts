import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callback, type Provider, startProvider } from '../../../../test/applications.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { password } from '../../../../test/hosted-pages.ts';
import { acsUrl, fieldsOf } from '../../../../test/saml-applications.ts';
import { createCertifiedKey } from '../../../protocols/saml/self-signed.ts';

/**
 * When a user must sign in again, for each request (rows) and browser (columns): what the application gets, or `sign in` for our own page.
 *
 * - `none`: has no session.
 * - `fresh`, `old`: signed in a minute ago, an hour ago, for something else.
 * - `answered`: comes back from the sign-in to which this request sent it. `late`: opens that address again ten minutes later.
 * - `other request`: signed in for another request, whose note is copied into the address of this one.
 * - `other browser`: opens the address with which another browser came back, after a sign-in of its own.
 * - `old note`: opens its own address of an hour ago, after another sign-in.
 *
 * The user has one factor. A request with prompt=none cannot have sent a browser to sign in: it gets the note of the one without.
 */
const table = `
request                          | none           | fresh          | old            | answered       | late           | other request  | other browser  | old note
OpenID                           | sign in        | code           | code           | code           | code           | code           | code           | code
prompt=login                     | sign in        | sign in        | sign in        | code           | sign in        | sign in        | sign in        | sign in
prompt=select_account            | sign in        | sign in        | sign in        | code           | sign in        | sign in        | sign in        | sign in
max_age=0                        | sign in        | sign in        | sign in        | code           | sign in        | sign in        | sign in        | sign in
max_age=3000                     | sign in        | code           | sign in        | code           | code           | code           | code           | code
acr_values=2                     | sign in        | sign in        | sign in        | code           | sign in        | sign in        | sign in        | sign in
essential acr                    | sign in        | sign in        | sign in        | unmet          | sign in        | sign in        | sign in        | sign in
forced OpenID                    | sign in        | sign in        | sign in        | code           | sign in        | sign in        | sign in        | sign in
forced OpenID, max_age=3000      | sign in        | sign in        | sign in        | code           | sign in        | sign in        | sign in        | sign in
prompt=none                      | login_required | code           | code           | code           | code           | code           | code           | code
prompt=none, max_age=3000        | login_required | code           | login_required | code           | code           | code           | code           | code
prompt=none, acr_values=2        | login_required | code           | code           | code           | code           | code           | code           | code
prompt=none, essential acr       | login_required | unmet          | unmet          | unmet          | unmet          | unmet          | unmet          | unmet
forced OpenID, prompt=none       | login_required | login_required | login_required | login_required | login_required | login_required | login_required | login_required
SAML                             | sign in        | Success        | Success        | Success        | Success        | Success        | Success        | expired
ForceAuthn                       | sign in        | sign in        | sign in        | Success        | sign in        | sign in        | sign in        | expired
mfa context                      | sign in        | sign in        | sign in        | NoAuthnContext | sign in        | sign in        | sign in        | expired
forced SAML                      | sign in        | sign in        | sign in        | Success        | sign in        | sign in        | sign in        | expired
IsPassive                        | NoPassive      | Success        | Success        | Success        | Success        | Success        | Success        | expired
IsPassive, mfa context           | NoPassive      | NoAuthnContext | NoAuthnContext | NoAuthnContext | NoAuthnContext | NoAuthnContext | NoAuthnContext | expired
IsPassive, ForceAuthn            | NoPassive      | NoPassive      | NoPassive      | NoPassive      | NoPassive      | NoPassive      | NoPassive      | expired
forced SAML, IsPassive           | NoPassive      | NoPassive      | NoPassive      | NoPassive      | NoPassive      | NoPassive      | NoPassive      | expired
`;
const [heads = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const browsers = heads.slice(1);
const requests = rows.map(([request = '']) => request);

const minute = 60_000;
const essential = JSON.stringify({ id_token: { acr: { essential: true, values: ['2'] } } });
const mfa = 'https://refeds.org/profile/mfa';

let provider: Provider;
const seen = new Map<string, Record<string, string>>();

beforeAll(async () => {
  provider = await startProvider();
  const { latchkey } = provider;
  const { open, addressesOf } = await applications();
  const loginId = await provider.makeUser();
  for (const id of await addressesOf.ids())
    await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [id] });

  const look = async (column: string, at: (request: string) => Promise<[FormBrowser, string]>) => {
    for (const request of requests) {
      const outcome = await open(...(await at(request)));
      seen.set(request, { ...seen.get(request), [column]: outcome });
    }
  };
  const direct = (browser: FormBrowser) => async (request: string) =>
    [browser, await addressesOf.request(request)] as [FormBrowser, string];
  const isSilent = (request: string) => /prompt=none|IsPassive/.test(request);
  const aloud = (request: string) => request.replace(/(, )?(prompt=none|IsPassive)(, )?/, '');

  await look('none', async (request) => direct(new FormBrowser(latchkey))(request));

  // Each request sends the browser to sign in, which has no session, and comes back with a note.
  const browser = new FormBrowser(latchkey);
  const notes = new Map<string, string>();
  const addresses = new Map<string, string>();
  for (const request of requests) {
    const address = await addressesOf.request(request);
    addresses.set(request, address);
    if (isSilent(request)) continue;
    notes.set(request, noteIn(await signIn(browser, address, loginId)));
  }
  const answered = async (request: string): Promise<[FormBrowser, string]> => {
    const named = aloud(request) || (request.includes('IsPassive') ? 'SAML' : 'OpenID');
    return [browser, withNote(addresses.get(request) ?? '', notes.get(named) ?? '')];
  };
  await look('answered', answered);
  await look('other request', async (request) => {
    const [, address] = await answered(request);
    return [browser, withNote(await addressesOf.request(request), noteIn(address))];
  });
  const other = new FormBrowser(latchkey);
  await signIn(other, await addressesOf.request('OpenID'), loginId);
  await look('other browser', async (request) => [other, (await answered(request))[1]]);

  latchkey.advance(10 * minute);
  await look('late', answered);
  latchkey.advance(51 * minute);
  await look('old', direct(browser));
  await signIn(browser, await addressesOf.request('OpenID'), loginId);
  latchkey.advance(minute);
  await look('fresh', direct(browser));
  await look('old note', answered);
}, 60_000);
afterAll(() => provider.latchkey.close());

test.each(rows)('%s: the user signs in again where the table says so', (request, ...expected) => {
  const outcomes = browsers.map((column) => seen.get(request)?.[column]);
  expect(outcomes).toEqual(expected);
});

/** Signs in for the request at an address, and returns the path at which the browser comes back to it. */
async function signIn(browser: FormBrowser, address: string, loginId: string): Promise<string> {
  const { baseUrl } = provider.latchkey;
  for (const name of [...browser.cookies.keys()].filter((one) => one.includes('latchkey-session-')))
    browser.cookies.delete(name);
  const login = (await browser.get(address)).location.replace(baseUrl, '');
  await browser.get(login);
  const typed = await browser.submit(login, { loginId });
  const sent = await browser.post(typed.path, { password });
  const landed = await browser.get(sent.location.replace(baseUrl, ''));
  expect(landed.location).toContain('latchkey_since');
  return landed.location;
}

const noteIn = (path: string) =>
  new URL(path, provider.latchkey.baseUrl).searchParams.get('latchkey_since') ?? '';

function withNote(path: string, note: string): string {
  expect(note).not.toBe('');
  const url = new URL(path, provider.latchkey.baseUrl);
  url.searchParams.set('latchkey_since', note);
  return url.pathname + url.search;
}

/** Two applications of each protocol, one of which forces a sign-in: their requests, and what they get. */
async function applications() {
  const { latchkey } = provider;
  const { certificatePem } = await createCertifiedKey('sp.example', Date.now());
  const create = async (kind: 'oidc' | 'saml', forceAuthentication: boolean) => {
    const { id = '' } = await provider.manage(`/v1/mgmt/sso/idp/app/${kind}/create`, {
      name: `${kind} ${forceAuthentication}`,
      loginPageUrl: 'https://wiki.example.com/',
      forceAuthentication,
      ...(kind === 'oidc'
        ? { approvedRedirectUrls: [callback], forcePkce: false }
        : {
            entityId: `https://wiki.example.com/${forceAuthentication}`,
            acsUrl,
            certificate: certificatePem,
          }),
    });
    const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${id}`);
    return { id, ...body };
  };
  const oidc = [await create('oidc', false), await create('oidc', true)];
  const saml = [await create('saml', false), await create('saml', true)];
  let counter = 0;

  function openIdRequest(words: string[]): string {
    const app = oidc[Number(words.includes('forced OpenID'))];
    counter += 1;
    const query = new URLSearchParams({
      client_id: app.oidcSettings.clientId,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid',
      state: `s${counter}`,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      ...(words.includes('essential acr') && { claims: essential }),
      ...Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => word.split('='))),
    });
    return `/${app.id}/oauth2/v1/authorize?${query}`;
  }

  /** Returns our own address, to which the request leads, as a browser gets it that comes from the application. */
  async function samlRequest(words: string[]): Promise<string> {
    const app = saml[Number(words.includes('forced SAML'))];
    counter += 1;
    const flags = ['ForceAuthn', 'IsPassive']
      .filter((flag) => words.includes(flag))
      .map((flag) => ` ${flag}="true"`);
    const context = words.includes('mfa context')
      ? `<p:RequestedAuthnContext><a:AuthnContextClassRef>${mfa}</a:AuthnContextClassRef></p:RequestedAuthnContext>`
      : '';
    const at = new Date(latchkey.service.now()).toISOString();
    const xml = `<p:AuthnRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${counter}" Version="2.0" IssueInstant="${at}"${flags.join('')}><a:Issuer>${app.samlSettings.entityId}</a:Issuer>${context}</p:AuthnRequest>`;
    const url = new URL(app.samlSettings.idpSsoUrl);
    url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
    return (await new FormBrowser(latchkey).get(url.pathname + url.search)).location;
  }

  async function open(browser: FormBrowser, path: string): Promise<string> {
    const { status, location, html } = await browser.get(path);
    if (location.includes('/login/')) return 'sign in';
    if (location.startsWith(callback)) {
      const { error = 'code' } = Object.fromEntries(new URL(location).searchParams);
      return error === 'unmet_authentication_requirements' ? 'unmet' : error;
    }
    const { SAMLResponse = '' } = fieldsOf({ status, location, html, headers: new Headers() });
    const statuses = Buffer.from(SAMLResponse, 'base64')
      .toString()
      .matchAll(/status:(\w+)"/g);
    return [...statuses].at(-1)?.[1] ?? (html.includes('expired') ? 'expired' : `${status} ${html}`);
  }

  return {
    open,
    addressesOf: {
      ids: async () => [...oidc, ...saml].map(({ id }) => id),
      request: async (name: string) => {
        const words = name.split(', ');
        const isSaml = words.some((word) => /SAML|ForceAuthn|IsPassive|context/.test(word));
        return isSaml ? samlRequest(words) : openIdRequest(words);
      },
    },
  };
}
