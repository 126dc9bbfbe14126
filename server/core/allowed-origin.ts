import type { ProjectSettings, ServiceContext } from './context.ts';
import { isLoopbackUrl } from './url.ts';

type Service = Pick<ServiceContext, 'mode' | 'baseUrl'>;

/**
 * Whether pages of `origin` may read this project's answers and use its cookies: our own, those on the project's list,
 * and in development every loopback origin. Compared whole: `https://app.example.evil.test` begins like an origin that
 * is allowed, and `null` is what any sandboxed page says.
 */
export function isAllowedOrigin(
  service: Service,
  { allowedOrigins }: Pick<ProjectSettings, 'allowedOrigins'>,
  origin: string,
): boolean {
  if (origin === new URL(service.baseUrl).origin || allowedOrigins.includes(origin)) return true;
  return service.mode === 'development' && isLoopbackUrl(origin) && new URL(origin).origin === origin;
}
