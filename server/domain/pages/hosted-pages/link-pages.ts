import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { withQuery } from '../../../core/url.ts';
import { refreshCookie } from '../../../http/cookies.ts';
import { html, sendPage } from '../../../http/page.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { type Bringer, findSession, stranger } from '../../credentials/challenges/bringer.ts';
import { findRecipient } from '../../credentials/challenges/still-holds.ts';
import { confirmEnchantedLink } from '../../credentials/enchanted-links/confirm-link.ts';
import { confirmMagicLink, verifyMagicLink } from '../../credentials/magic-links/verify-link.ts';
import { recordRefusal, recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { CountRequest } from '../../group.ts';
import { authenticateRefresh } from '../../sessions/sessions/authenticate.ts';
import { ifAwaiting } from '../../sessions/sessions/if-awaiting.ts';
import { finish } from './finish.ts';
import { type Flow, ownPlace, urlOf } from './flow.ts';
import { hostedPage } from './layout.ts';
import { type Query, readForm, sendDead, sendWrongPlace, textOf, withProject } from './open-flow.ts';
import { textOfProblem, titleOfProblem } from './problem-text.ts';
import { problemOf } from './problems.ts';
import { readTarget, type Target, targetQuery } from './target.ts';
import { cardOf, markedCardOf } from './views.ts';
import { keepVisit } from './visit.ts';

/** The kinds of links in messages that lead to our own pages if the integrator has none. */
type Kind = 'magic' | 'enchanted' | 'invite' | 'reset';

type Route = { Querystring: Query; Body: Query };

interface Opened {
  ctx: ProjectContext;
  language: Language;
  words: Texts['hostedPages'];
  kind: Kind;
  target: Target;
  secret: string;
}

type Pressed = Opened & { bringer: Bringer; count: Flow['count'] };

/**
 * Mounts the pages of links. Viewing a link spends nothing, because email scanners and previews do that. The button does, or
 * leads to the page that does. It proves the link, and presents the session of the browser’s cookie if the project uses
 * cookies. `app` is a scope that parses forms.
 */
export function mountLinkPages(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  for (const path of ['/verify', '/invite', '/reset']) {
    app.get<Route>(path, (request, reply) => withLink(service, request, reply, path, ask));
    app.post<Route>(path, (request, reply) =>
      withLink(service, request, reply, path, async (opened, reply) => {
        const { ctx, language, words } = opened;
        const { t: secret = '' } = readForm(request.body);
        if (!isFromOwnPage(request.headers, ctx.baseUrl) || !secret) {
          const wrongPlace = sendWrongPlace(opened, request, reply);
          if (!wrongPlace)
            return sendDead(reply.code(400), ctx.project, language, words.dead.link, {
              title: words.dead.cannotOpen,
            });
          await recordRefusedSignIn(ctx, { method: methods[opened.kind], cause: 'wrongOrigin' });
          return wrongPlace;
        }
        await count(ctx, 'code');
        const session = await sessionIn(ctx, request.headers);
        return press(
          {
            ...opened,
            secret,
            count: (kind) => count(ctx, kind),
            bringer: { ...(session && { session }), isVouchedFor: false },
          },
          reply,
        );
      }),
    );
  }
}

/** Finds the session whose refresh JWT is in a cookie of a request from our own page. */
async function sessionIn(
  ctx: ProjectContext,
  headers: FastifyRequest['headers'],
): Promise<Bringer['session'] | undefined> {
  const token = refreshCookie(ctx, headers);
  return token ? findSession(() => authenticateRefresh(ctx, token)) : undefined;
}

function withLink(
  service: ServiceContext,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  path: string,
  run: (opened: Opened, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { query } = request;
  return withProject(service, request, reply, textOf(query['projectId']), async ({ ctx, language }) => {
    const words = language.texts.hostedPages;
    const target = readTarget(ctx, query);
    if (!target)
      return sendDead(reply.code(400), ctx.project, language, words.dead.address, {
        title: words.dead.cannotOpen,
      });
    const kind = linkKindOf(path, textOf(query['kind']));
    return run({ ctx, language, words, kind, target, secret: textOf(query['t']) }, reply);
  });
}

function linkKindOf(path: string, kind: string): Kind {
  if (path === '/invite') return 'invite';
  if (path === '/reset') return 'reset';
  return kind === 'enchanted' ? 'enchanted' : 'magic';
}

async function ask(opened: Opened, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, language, words, kind, target, secret } = opened;
  if (!secret)
    return sendDead(reply.code(400), ctx.project, language, words.dead.link, {
      title: words.dead.cannotOpen,
    });
  const { title, lead, submit } = wordsOf(opened);
  const body = cardOf(
    title,
    html`<p class="lead">${lead}</p>
<form method="post" action="${actionOf(kind, ctx, target)}">
<input type="hidden" name="t" value="${secret}">
<p><button>${submit}</button></p>
</form>`,
  );
  const endsAt = target.redirectUrl || undefined;
  return sendPage(reply, hostedPage(ctx.project, { language, title, body, endsAt }));
}

function wordsOf({ ctx, words, kind }: Opened): { title: string; lead: string; submit: string } {
  const { verify, invite, reset } = words;
  const { name } = ctx.project;
  switch (kind) {
    case 'magic':
      return { title: verify.title({ project: name }), lead: verify.lead, submit: verify.submit };
    case 'enchanted':
      return { title: verify.confirmTitle, lead: verify.confirmLead, submit: verify.confirm };
    case 'invite':
      return { title: invite.title({ project: name }), lead: invite.openLead, submit: invite.open };
    case 'reset':
      return { title: reset.openTitle, lead: reset.openLead, submit: reset.open };
  }
}

/** Returns the form's address. The secret moves from the address into the form. */
function actionOf(kind: Kind, { baseUrl, project }: ProjectContext, target: Target): string {
  const path = kind === 'invite' || kind === 'reset' ? kind : 'verify';
  const query = { projectId: project.id, ...(path === 'verify' && { kind }), ...targetQuery(target) };
  const { pathname, search } = new URL(withQuery(`${baseUrl}/${path}`, query));
  return pathname + search;
}

async function press(opened: Pressed, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, language } = opened;
  try {
    return await goOn(opened, reply);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    await recordRefusal(ctx, { method: methods[opened.kind], error });
    const text = textOfProblem(language, problem);
    return sendDead(reply.code(400), ctx.project, language, text, {
      title: titleOfProblem(language, problem),
    });
  }
}

/** The methods in the audit log. */
const methods: Record<Kind, string> = {
  magic: 'magiclink',
  enchanted: 'enchantedlink',
  invite: 'magiclink',
  reset: 'password',
};

async function goOn(opened: Pressed, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, kind, target, secret, words, bringer } = opened;
  if (kind === 'enchanted') {
    await confirmEnchantedLink(ctx, secret, bringer);
    return sendConfirmed(opened, reply, words.verify.confirmed);
  }
  // Without an application to return to, no caller could receive the session.
  if (kind === 'magic' && !target.redirectUrl) {
    await confirmMagicLink(ctx, secret, bringer);
    return sendConfirmed(opened, reply, words.verify.done);
  }
  if (kind === 'magic') {
    const { firstSeen, ...started } = await verifyMagicLink(ctx, secret, { bringer });
    return finish({ ...opened, place: ownPlace(opened), visit: { loginId: '' } }, reply, {
      started,
      firstSeen,
    });
  }
  const { loginIds } = await findRecipient(ctx, secret);
  // The user chooses a password only once the second factor is proven, so the link is spent before.
  const awaiting = await ifAwaiting(ctx, (ctx) => verifyMagicLink(ctx, secret, { bringer: stranger }));
  if (awaiting) {
    const visit = { loginId: '', choosing: { by: kind, secret: '' } };
    return finish({ ...opened, place: ownPlace(opened), visit }, reply, {
      started: awaiting,
      firstSeen: awaiting.firstSeen,
    });
  }
  keepVisit(ctx, reply, { loginId: loginIds[0] ?? '', choosing: { by: kind, secret } });
  return reply.redirect(urlOf(opened, 'choose'), 303);
}

function sendConfirmed({ ctx, language, words }: Opened, reply: FastifyReply, lead: string): FastifyReply {
  const title = words.verify.doneTitle;
  const body = markedCardOf({ icon: 'success', look: 'good' }, title, html`<p class="lead">${lead}</p>`);
  return sendPage(reply, hostedPage(ctx.project, { language, title, body }));
}
