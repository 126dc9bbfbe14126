import { hashSecret } from '../server/core/crypto.ts';

/** Fixed, so that all data except times is the same in every run. */
export const projectId = 'Pbench0000000000000000000000';
export const managementKey = hashSecret('the management key of the benchmark');
export const secretKey = Buffer.alloc(32, 7).toString('base64');
export const tenantId = 'bench';
export const idpEntityId = 'https://idp.bench.example/saml';

/** The secret of all users, so that the load generator computes two codes in 30 seconds and not thousands. */
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The password of all users. The stored hash is the server's own: computing ten thousand would take minutes. */
export const password = 'rattling tin roof in June';
export const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$cJWm+3a6b58N4ozqvm8PdQ$b1zUYaNFku1RUbhCSqdTuJXeCOsU74qegKaLGDvqH+o';

/** Node.js's default, with which servers are started. */
export const threadPoolSize = 4;

export const oneTimeCode = '271828';

/** The target of sign-ins, on which no server listens. */
export const returnUrl = 'http://127.0.0.1:9/app';

/** Codes and tokens of applications name the server, whose port is another one in each process. */
export const publicAddress = { LATCHKEY_BASE_URL: 'http://latchkey.bench.example' };

/** Returns the environment of a production server for the data in `place`. */
export function serverEnvironment(
  place: { dataDir: string; url?: string },
  port: number,
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    LATCHKEY_MODE: 'production',
    LATCHKEY_ALLOW_HTTP: 'true',
    LATCHKEY_SECRET_KEY: secretKey,
    LATCHKEY_PROJECT_ID: projectId,
    LATCHKEY_MANAGEMENT_KEY: managementKey,
    LATCHKEY_LOG: 'json:warn',
    LATCHKEY_DATA_DIR: place.dataDir,
    DATABASE_URL: place.url ?? '',
  };
}
