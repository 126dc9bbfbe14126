import { hashSecret } from '../server/core/crypto.ts';

/** Known beforehand, so that everything about the data but its times is the same in every run. */
export const projectId = 'Pbench0000000000000000000000';
export const managementKey = hashSecret('the management key of the benchmark');
export const secretKey = Buffer.alloc(32, 7).toString('base64');
export const tenantId = 'bench';
export const idpEntityId = 'https://idp.bench.example/saml';

/** The same for all users, so that the load generator makes two codes in 30 seconds and not thousands. */
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Of all users. The hash is the server's own for it: making ten thousand would take minutes. */
export const password = 'rattling tin roof in June';
export const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$cJWm+3a6b58N4ozqvm8PdQ$b1zUYaNFku1RUbhCSqdTuJXeCOsU74qegKaLGDvqH+o';

/** Node.js's default, which servers are started with. */
export const threadPoolSize = 4;

/** Whom the code is for decides what is stored of it. */
export const oneTimeCode = '271828';

export const oauthProvider = { id: 'google', issuer: 'https://accounts.google.com' };

export const passkeyDomain = 'bench.example';
export const passkeyOrigin = 'https://app.bench.example';

/** Where sign-ins end. Nobody listens there. */
export const returnUrl = 'http://127.0.0.1:9/app';

/** May act in the name of every user. */
export const impersonatorLoginId = 'support@bench.example';

/** A production server of the data in `place`. */
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
    // The mail server of the benchmark.
    LATCHKEY_ALLOW_PRIVATE_NETWORK: '127.0.0.1',
    LATCHKEY_DATA_DIR: place.dataDir,
    DATABASE_URL: place.url ?? '',
  };
}
