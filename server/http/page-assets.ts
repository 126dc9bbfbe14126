import type { FastifyInstance } from 'fastify';
import { fontAssets } from './font.ts';
import { pageAssets } from './page.ts';
import { pageScripts } from './page-scripts.ts';
import { providerLogoAssets } from './provider-logos.ts';

/** Serves the assets that pages link to. Call it once per server. */
export function mountPageAssets(app: FastifyInstance): void {
  for (const { route, path, type, content } of [
    ...pageAssets,
    ...pageScripts,
    ...fontAssets,
    ...providerLogoAssets,
  ]) {
    app.get(route, async (request, reply) => {
      const lifetime = request.url === path ? 'public, max-age=31536000, immutable' : 'no-cache';
      return reply.header('cache-control', lifetime).type(type).send(content);
    });
  }
}
