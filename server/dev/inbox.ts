import { setTimeout as sleep } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { foldAddress } from '../core/phone-number.ts';
import { sendError, toServiceError } from '../http/errors.ts';
import { sendPage } from '../http/page.ts';
import { type InboxMessage, inboxPage } from './inbox-page.ts';
import { refuseOutsiders } from './outsiders.ts';

/** Reads and deletes sent messages: passed in, because this folder imports nothing of the product. */
export interface Inbox {
  /** Returns messages in the order of sending. */
  list(filter: {
    to?: string | undefined;
    after?: { at: number; id: string } | undefined;
    limit: number;
  }): Promise<InboxMessage[]>;
  clear(to: string | undefined): Promise<number>;
}

type Query = Record<string, string | string[] | undefined>;

const pageSize = 200;
const longestWaitSeconds = 60;
const lookEveryMs = 100;

/** Shows every mail and SMS of every project to users of this machine. Development only. */
export async function mountInbox(app: FastifyInstance, service: ServiceContext, inbox: Inbox): Promise<void> {
  if (service.mode !== 'development') throw new Error('the inbox is for development only');
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  app.addHook('onRequest', refuseOutsiders(service));
  app.setErrorHandler((error, request, reply) => sendError(toServiceError(error), request, reply));

  app.get('/dev/inbox', async (request, reply) => {
    const to = addressIn(request);
    const messages = await inbox.list({ to, limit: pageSize });
    return sendPage(reply, inboxPage(messages.sort(byCreation).reverse(), to));
  });

  app.post('/dev/inbox/clear', async (_, reply) => {
    await inbox.clear(undefined);
    return reply.redirect('/dev/inbox', 303);
  });

  app.get('/dev/inbox/messages', async (request, reply) => {
    const filter = { to: addressIn(request), after: cursorIn(request), limit: pageSize };
    const until = performance.now() + waitIn(request) * 1000;
    let messages = await inbox.list(filter);
    while (messages.length === 0 && performance.now() < until && !request.raw.destroyed) {
      await sleep(lookEveryMs);
      messages = await inbox.list(filter);
    }
    const last = messages.at(-1);
    const next = last ? `${last.sentAt}-${last.id}` : (textIn(request, 'after') ?? '');
    return reply.header('cache-control', 'no-store').send({ messages: messages.sort(byCreation), next });
  });

  app.delete('/dev/inbox/messages', async (request) => ({ deleted: await inbox.clear(addressIn(request)) }));
}

function byCreation(one: InboxMessage, other: InboxMessage): number {
  return one.createdAt - other.createdAt;
}

function textIn(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Query)[name];
  if (Array.isArray(value)) throw new ServiceError('E011003', `${name} was given twice`);
  return value || undefined;
}

/** An unencoded plus in a query is read as a space, which no number begins with. */
function addressIn(request: FastifyRequest): string | undefined {
  const to = textIn(request, 'to')?.replace(/^ (?=\d)/, '+');
  return to && (foldAddress(to) ?? to);
}

/** Parses `next` of a response, or a time in milliseconds. */
function cursorIn(request: FastifyRequest): { at: number; id: string } | undefined {
  const text = textIn(request, 'after');
  if (text === undefined) return undefined;
  const [, at, id = ''] = /^(\d{1,15})(?:-(\w+))?$/.exec(text) ?? [];
  if (at === undefined) {
    throw new ServiceError('E011003', 'after must be `next` of a response, or a time in milliseconds');
  }
  return { at: Number(at), id };
}

function waitIn(request: FastifyRequest): number {
  const seconds = Number(textIn(request, 'wait') ?? 0);
  if (seconds >= 0 && seconds <= longestWaitSeconds) return seconds;
  throw new ServiceError('E011003', `wait must be from 0 to ${longestWaitSeconds} seconds`);
}
