import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';
import { createPasswordUser } from '../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  const attribute = { name: 'order', type: 2, displayName: 'Order' };
  const made = await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
    attributes: [attribute],
  });
  expect(made.status).toBe(200);
});
afterAll(() => latchkey.close());

const tooLarge = '9007199254740993';

/** Sends the body as written, because JSON.stringify would round the number first. */
function send(path: string, rawBody: string, bearer = latchkey.projectId) {
  const headers = { 'content-type': 'application/json' };
  return latchkey.request('POST', path, { bearer, headers, rawBody });
}

const manage = (path: string, rawBody: string) =>
  send(path, rawBody, `${latchkey.projectId}:${latchkey.managementKey}`);

test('an integer beyond the range of a number is refused by name at any depth, and nothing is written', async () => {
  const { loginId, password } = await createPasswordUser(latchkey);
  const credentials = `"loginId":"${loginId}","password":"${password}"`;
  const answers = {
    'loginOptions.customClaims.cart.1.order': await send(
      '/v1/auth/password/signin',
      `{${credentials},"loginOptions":{"customClaims":{"cart":[1,{"order":${tooLarge}}]}}}`,
    ),
    'loginOptions.templateOptions.order': await send(
      '/v1/auth/otp/signin/email',
      `{"loginId":"${loginId}","loginOptions":{"templateOptions":{"order":${tooLarge}}}}`,
    ),
    'customAttributes.order': await manage(
      '/v1/mgmt/user/create',
      `{"loginId":"exact@example.com","customAttributes":{"order":${tooLarge}}}`,
    ),
    refreshDuration: await manage(
      '/v1/mgmt/auth/signin',
      `{"loginId":"${loginId}","refreshDuration":-${tooLarge}}`,
    ),
  };
  for (const [field, { status, body }] of Object.entries(answers)) {
    expect([status, body.errorCode], field).toEqual([400, 'E011003']);
    expect(body.errorMessage).toMatch(`${field} is an integer`);
    expect(body.errorMessage).toMatch('Send it as a string');
    expect(body.errorMessage).not.toMatch(tooLarge);
  }
  expect((await latchkey.manage('GET', '/v1/mgmt/user?loginId=exact@example.com')).status).not.toBe(200);
});

test('the largest exact integer and a fraction come back as sent', async () => {
  const { loginId, password } = await createPasswordUser(latchkey);
  const customClaims = '{"large":9007199254740991,"share":0.1,"power":1e20,"text":"9007199254740993"}';
  const { body } = await send(
    '/v1/auth/password/signin',
    `{"loginId":"${loginId}","password":"${password}","loginOptions":{"customClaims":${customClaims}}}`,
  );
  expect(body.claims.nsec).toEqual(JSON.parse(customClaims));
});
