import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../../../core/context.ts';
import { isLogoPath, logoFolder } from './logo.ts';
import { findLogo } from './store-logos.ts';

/**
 * Serves uploaded logos. An SVG image that is opened by its address is a document of this server: the policy keeps its
 * scripts from running, and from reading anything.
 */
export function mountLogos(app: FastifyInstance, service: ServiceContext): void {
  app.get<{ Params: { name: string } }>(`${logoFolder}:name`, async ({ params: { name } }, reply) => {
    const logo = isLogoPath(logoFolder + name) ? await findLogo(service.db, name) : undefined;
    if (!logo) return reply.callNotFound();
    return reply
      .type(logo.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(Buffer.from(logo.content, 'base64'));
  });
}
