import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceProvider } from '../../applications/saml-provider/service-provider.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';

/** The values that the pages share: the application that the address names, and the exchange with the browser. */
export interface Opened {
  visitor: Visitor;
  sp: ServiceProvider;
  request: FastifyRequest;
  reply: FastifyReply;
}
