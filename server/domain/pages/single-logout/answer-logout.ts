import type { FastifyReply } from 'fastify';
import type { ServiceProvider } from '../../applications/saml-provider/service-provider.ts';
import { logoutResponseFor } from '../../applications/saml-provider/single-logout/logout-message.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';
import { sendMessage, sendSignedOut } from './views.ts';

/** Answers the logout request of a service provider. One that publishes no address for answers gets its user back, or they stay here. */
export async function answerLogout(
  visitor: Visitor,
  reply: FastifyReply,
  sp: ServiceProvider,
  answer: { requestId: string; relayState: string; statusCodes: string[] },
): Promise<FastifyReply> {
  if (sp.metadata.logout)
    return sendMessage(visitor, reply, await logoutResponseFor(visitor.ctx, sp, answer));
  const { logoutRedirectUrl } = sp.settings;
  return logoutRedirectUrl ? reply.redirect(logoutRedirectUrl, 303) : sendSignedOut(visitor, reply);
}
