import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import { page } from './page.js';
import { sso } from './sso.js';

const port = Number(process.env.PORT ?? 3000);
const app = Fastify({ logger: { level: 'warn' } });
await app.register(cookie);
await app.register(formbody);
await app.register(sso, {
  projectId: process.env.PROJECT_ID ?? '',
  baseUrl: process.env.BASE_URL ?? 'http://localhost:8080',
  tenant: process.env.TENANT ?? 'demo',
  appUrl: process.env.APP_URL ?? `http://localhost:${port}`,
});

app.get('/', (_request, reply) => reply.redirect('/account'));

app.get('/account', { preHandler: app.requireSession }, async ({ session }, reply) => {
  return reply.type('text/html').send(
    page('Account', {
      text: `Signed in as ${session.sub}, a member of: ${Object.keys(session.tenants).join(', ')}`,
      form: { action: '/logout', button: 'Sign out' },
    }),
  );
});

await app.listen({ port, host: 'localhost' });
console.log(`http://localhost:${port}`);
