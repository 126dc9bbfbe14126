import { X509Certificate } from 'node:crypto';
import { ServiceError } from '../../../core/errors.ts';
import { isHost, isWebUrl } from '../../../core/url.ts';
import { checkHeaders } from '../../../delivery/request-headers.ts';
import { checkPublicKey, UnusableKeyError } from '../../../protocols/keys/public-key.ts';
import type { HttpReceiver, Receiver, SyslogReceiver } from './audit-stream.ts';

/** The receiver as an administrator gives it: one of the two. */
export interface GivenReceiver {
  http?: { url: string; headers?: Record<string, string> | undefined } | undefined;
  syslog?: (Pick<SyslogReceiver, 'host'> & Partial<Omit<SyslogReceiver, 'kind'>>) | undefined;
}

/** Throws E011004 for a receiver that nothing can be sent to; whether it answers, a test shows. */
export function readReceiver({ http, syslog }: GivenReceiver, secret: string): Receiver {
  if (http && syslog) refuse('http and syslog cannot be combined. Create a stream for each');
  if (http) return readHttp(http, secret);
  if (syslog) return readSyslog(syslog);
  return refuse('http or syslog must describe the receiver');
}

function readHttp({ url, headers = {} }: NonNullable<GivenReceiver['http']>, secret: string): HttpReceiver {
  if (!isWebUrl(url)) refuse('http.url must be an absolute https URL');
  checkHeaders(headers);
  return { kind: 'http', url, headers, secret };
}

function readSyslog(given: NonNullable<GivenReceiver['syslog']>): SyslogReceiver {
  const { host, security = 'tls', caCertificate = '' } = given;
  const { port = security === 'tls' ? 6514 : 514 } = given;
  if (!isHost(host)) refuse('syslog.host must be the name or address of the receiver');
  if (port < 1 || port > 65_535) refuse('syslog.port must be from 1 to 65535');
  if (caCertificate && security === 'none') refuse('syslog.caCertificate needs TLS');
  if (caCertificate) checkCertificate(caCertificate);
  return { kind: 'syslog', host, port, security, caCertificate };
}

/** TLS trusts each certificate of the text, whatever its label. */
const pemBlock = /-----BEGIN [^-]*-----[^-]*-----END [^-]*-----/g;

function checkCertificate(text: string): void {
  try {
    for (const pem of text.match(pemBlock) ?? [text])
      checkPublicKey(new X509Certificate(pem).publicKey, ['RSA', 'P-256', 'P-384', 'P-521', 'Ed25519']);
  } catch (error) {
    if (error instanceof UnusableKeyError) refuse(`syslog.caCertificate: its key ${error.reason}`);
    refuse('syslog.caCertificate must be a certificate in PEM');
  }
}

function refuse(message: string): never {
  throw new ServiceError('E011004', message);
}
