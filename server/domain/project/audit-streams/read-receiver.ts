import { ServiceError } from '../../../core/errors.ts';
import { isWebUrl } from '../../../core/url.ts';
import { checkHeaders } from '../../../delivery/request-headers.ts';
import type { Receiver } from './audit-stream.ts';

/** The receiver as an administrator gives it. */
export interface GivenReceiver {
  http?: { url: string; headers?: Record<string, string> | undefined } | undefined;
}

/** Throws E011004 for a receiver that nothing can be sent to; whether it answers, a test shows. */
export function readReceiver({ http }: GivenReceiver, secret: string): Receiver {
  if (!http) throw new ServiceError('E011004', 'http must describe the receiver');
  const { url, headers = {} } = http;
  if (!isWebUrl(url)) throw new ServiceError('E011004', 'http.url must be an absolute https URL');
  checkHeaders(headers);
  return { kind: 'http', url, headers, secret };
}
