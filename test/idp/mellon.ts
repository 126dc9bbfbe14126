import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { type Apache, startApache } from './apache.ts';

/** Starts an Apache whose `/secret/` Debian's mod_auth_mellon protects. `metadata` is that of the identity provider. */
export async function startMellon(metadata: string): Promise<Apache> {
  const { privateKeyPem, certificatePem } = await createCertifiedKey('mellon', Date.now());
  return startApache({
    modules: ['auth_mellon'],
    directives({ url, folder }) {
      const files = { 'key.pem': privateKeyPem, 'cert.pem': certificatePem, 'idp.xml': metadata };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      return `
MellonLockFile ${folder}/run/mellon.lock
# Browsers take SameSite=None over https only.
SetEnvIf Request_URI . MELLON_DISABLE_SAMESITE=1
<Location />
  MellonEnable info
  MellonEndpointPath /mellon
  MellonSPentityId ${url}/mellon/metadata
  MellonSPPrivateKeyFile ${folder}/key.pem
  MellonSPCertFile ${folder}/cert.pem
  MellonIdPMetadataFile ${folder}/idp.xml
  MellonSignatureMethod rsa-sha256
  MellonSecureCookie Off
</Location>
<Location /secret>
  AuthType Mellon
  MellonEnable auth
  Require valid-user
</Location>`;
    },
  });
}
