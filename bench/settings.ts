import { hashSecret } from '../server/core/crypto.ts';

/** Known beforehand, so that everything about the data but its times is the same in every run. */
export const projectId = 'Pbench0000000000000000000000';
export const managementKey = hashSecret('the management key of the benchmark');
export const secretKey = Buffer.alloc(32, 7).toString('base64');
export const tenantId = 'bench';
export const idpEntityId = 'https://idp.bench.example/saml';

/** The same for all users, so that the load generator makes two codes in 30 seconds and not thousands. */
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

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
    LATCHKEY_DATA_DIR: place.dataDir,
    DATABASE_URL: place.url ?? '',
  };
}
