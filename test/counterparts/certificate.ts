import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { temporaryFolder } from './program.ts';

export interface Certificate {
  key: string;
  cert: string;
}

/** Creates a key and certificate for this machine, which this thread trusts from now on. */
export function trustedCertificate(): Certificate {
  const made = createCertificate('localhost', ['DNS:localhost', 'IP:127.0.0.1']);
  setDefaultCACertificates([...getCACertificates('default'), made.cert]);
  return made;
}

/** Creates a key and a certificate that it signed itself, so that the certificate is its own authority. */
export function createCertificate(commonName: string, names: string[] = []): Certificate {
  const folder = temporaryFolder('certificate');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ');
  const addresses = names.length > 0 ? ['-addext', `subjectAltName=${names.join(',')}`] : [];
  const subject = ['-subj', `/CN=${commonName}`, ...addresses];
  execFileSync('openssl', ['req', ...options, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true, force: true });
  return made;
}
