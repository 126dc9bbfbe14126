import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServiceContext } from '../../../../core/context.ts';
import { logoFolder } from '../../../../core/hosted-pages.ts';
import { isLogoPath } from './logo.ts';
import { findLogo } from './store-logos.ts';

/**
 * Serves uploaded logos. An address without a project is the one that settings and earlier mails contain. An SVG image that is opened by its address is a document of this server: the policy keeps its
 * scripts from running, and from reading anything.
 */
export function mountLogos(app: FastifyInstance, service: ServiceContext): void {
  const serve = async (
    { params: { projectId, name } }: { params: { projectId?: string; name: string } },
    reply: FastifyReply,
  ) => {
    const logo = isLogoPath(logoFolder + name) ? await findLogo(service.db, name, projectId) : undefined;
    if (!logo) return reply.callNotFound();
    return reply
      .type(logo.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(Buffer.from(logo.content, 'base64'));
  };
  app.get<{ Params: { name: string } }>(`${logoFolder}:name`, serve);
  app.get<{ Params: { projectId: string; name: string } }>(`${logoFolder}:projectId/:name`, serve);
}
