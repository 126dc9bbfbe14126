import type { ServiceContext } from './context.ts';
import type { ProjectSettings } from './project.ts';
import { isLoopbackUrl } from './url.ts';

type Service = Pick<ServiceContext, 'mode' | 'baseUrl'>;

/**
 * Reports whether this is the origin of an Android app, which contains the SHA-256 hash of the certificate that signs the app.
 * Only passkeys have such an origin: apps are not subject to CORS.
 */
export function isAppOrigin(origin: string): boolean {
  return /^android:apk-key-hash:[\w-]{43}$/.test(origin);
}

/**
 * Reports whether pages of `origin` may read this project's responses and use its cookies: our own pages, those
 * on the project's list, and in development every loopback origin. Compares the whole origin:
 * `https://app.example.evil.test` begins like an allowed origin, and `null` is the origin of any sandboxed
 * page.
 */
export function isAllowedOrigin(
  service: Service,
  { allowedOrigins }: Pick<ProjectSettings, 'allowedOrigins'>,
  origin: string,
): boolean {
  if (origin === new URL(service.baseUrl).origin || allowedOrigins.includes(origin)) return true;
  return service.mode === 'development' && isLoopbackUrl(origin) && new URL(origin).origin === origin;
}
