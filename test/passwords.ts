import type { Answer, Latchkey } from './harness.ts';

export const password = 'plain harbor ceiling 93';
export const otherPassword = 'seven quiet lanterns 48';

/** The calls of password tests. `current` returns the Latchkey and the user of the running test. */
export function passwordsOf(current: () => { latchkey: Latchkey; loginId: string }) {
  function signIn(typed = password, options: { loginId?: string; on?: Latchkey } = {}): Promise<Answer> {
    const { latchkey, loginId } = current();
    const body = { loginId: options.loginId ?? loginId, password: typed };
    return (options.on ?? latchkey).request('POST', '/v1/auth/password/signin', { body });
  }

  function set(kind: 'temporary' | 'active', typed = password): Promise<Answer> {
    const { latchkey, loginId } = current();
    return latchkey.manage('POST', `/v1/mgmt/user/password/set/${kind}`, { loginId, password: typed });
  }

  async function createUser(loginId = current().loginId, more: object = {}): Promise<Answer['body']> {
    const created = await current().latchkey.manage('POST', '/v1/mgmt/user/create', { loginId, ...more });
    return succeeded(created).user;
  }

  async function createWithPassword(typed = password): Promise<Answer['body']> {
    const user = await createUser();
    succeeded(await set('active', typed));
    return user;
  }

  return { signIn, set, createUser, createWithPassword };
}

function succeeded({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
