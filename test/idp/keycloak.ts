import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startProgram, temporaryFolder, untilReady } from '../counterparts/program.ts';

const admin = 'admin';

export type Keycloak = Awaited<ReturnType<typeof startKeycloak>>;

/** Starts a copy of the Keycloak in `home` on a port of this machine, with its database in memory. */
export async function startKeycloak(home: string) {
  if (!existsSync(join(home, 'bin/kc.sh')))
    throw new Error(`KEYCLOAK_HOME: no bin/kc.sh in ${home}. Unpack keycloak-quarkus-dist there`);
  const folder = temporaryFolder('keycloak');
  cpSync(home, folder, { recursive: true });
  const url = `http://127.0.0.1:${await freePort()}`;
  const args = ['start-dev', '--db=dev-mem', '--http-host=127.0.0.1', `--http-port=${new URL(url).port}`];
  const program = startProgram(join(folder, 'bin/kc.sh'), args, {
    folder,
    ownsGroup: true,
    env: { KC_BOOTSTRAP_ADMIN_USERNAME: admin, KC_BOOTSTRAP_ADMIN_PASSWORD: admin },
  });
  const answers = async () => (await fetch(`${url}/realms/master`).catch(() => undefined))?.ok === true;
  await untilReady('Keycloak', program, answers, 400);

  async function token(): Promise<string> {
    const form = { grant_type: 'password', client_id: 'admin-cli', username: admin, password: admin };
    const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  /** Calls the admin API. A text is XML. */
  async function manage(path: string, body: object | string): Promise<Record<string, string>> {
    const [type, written] =
      typeof body === 'string' ? ['application/xml', body] : ['application/json', JSON.stringify(body)];
    const response = await fetch(`${url}/admin${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': type },
      body: written,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : {};
  }

  return { url, manage, stop: () => program.stop() };
}
