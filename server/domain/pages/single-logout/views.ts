import type { FastifyReply } from 'fastify';
import { type Html, html, sendPage } from '../../../http/page.ts';
import { submitScript } from '../../../http/page-scripts.ts';
import type { Logout, LogoutStep } from '../../applications/saml-provider/single-logout/logout.ts';
import type { BrowserMessage } from '../../applications/saml-provider/single-logout/logout-message.ts';
import { findSsoApps } from '../../directory/applications/sso/load-app.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';
import { cardOf, markedCardOf } from '../hosted-pages/views.ts';
import { logoutPath } from './sign-out.ts';

interface Shown {
  logout: Logout;
  step: LogoutStep;
}

/** Shows how far the logout is, and takes the browser to the application that is asked now. */
export async function sendProgress(
  visitor: Visitor,
  reply: FastifyReply,
  { logout, step, message }: Shown & { message: BrowserMessage },
): Promise<FastifyReply> {
  const { language, ctx } = visitor;
  const words = language.texts.singleLogout;
  const body = cardOf(
    words.title,
    html`<p class="lead" role="status">${words.lead}</p>`,
    await listOf(visitor, logout),
    doorTo(message, words),
    formsOf(visitor, step, { skip: words.skip({ application: await nameOf(visitor, step) }) }),
    'action' in message ? submitScript : undefined,
  );
  const endsAt = 'action' in message ? message.action : undefined;
  const page = hostedPage(ctx.project, { language, title: words.title, body, endsAt });
  if ('url' in message) reply.header('refresh', `0; url=${message.url}`);
  return sendPage(reply, page);
}

/** Shows that an application did not send the browser back, and lets the user decide how to go on. */
export async function sendUnanswered(
  visitor: Visitor,
  reply: FastifyReply,
  { logout, step }: Shown,
): Promise<FastifyReply> {
  const { language, ctx } = visitor;
  const words = language.texts.singleLogout;
  const name = await nameOf(visitor, step);
  const title = words.unanswered({ application: name });
  const body = cardOf(
    title,
    html`<p class="lead">${words.unansweredLead}</p>`,
    await listOf(visitor, logout, { asked: 'silent' }),
    formsOf(visitor, step, { again: words.again, skip: words.skip({ application: name }) }),
  );
  return sendPage(reply, hostedPage(ctx.project, { language, title, body }));
}

/** Shows that the logout is over, with the applications that did not confirm it. */
export async function sendSignedOut(
  visitor: Visitor,
  reply: FastifyReply,
  logout?: Logout,
): Promise<FastifyReply> {
  const { language, ctx } = visitor;
  const { done: title, doneLead, partialLead } = language.texts.singleLogout;
  const failed = logout?.steps.filter(({ state }) => state !== 'done') ?? [];
  const body =
    logout && failed.length > 0
      ? markedCardOf(
          { icon: 'warning', look: 'caution' },
          title,
          html`<p class="lead">${partialLead}</p>`,
          await listOf(visitor, { ...logout, steps: failed }),
        )
      : markedCardOf({ icon: 'success', look: 'good' }, title, html`<p class="lead">${doneLead}</p>`);
  return sendPage(reply, hostedPage(ctx.project, { language, title, body }));
}

/** Sends the browser away with a message for which nothing has to be shown. */
export function sendMessage(
  { ctx, language }: Visitor,
  reply: FastifyReply,
  message: BrowserMessage,
): FastifyReply {
  if ('url' in message) return reply.redirect(message.url, 303);
  const words = language.texts.singleLogout;
  const body = cardOf(words.returning, doorTo(message, words), submitScript);
  const page = hostedPage(ctx.project, { language, title: words.returning, body, endsAt: message.action });
  return sendPage(reply, page);
}

function doorTo(message: BrowserMessage, words: { goOn: string }): Html {
  if ('url' in message) return html`<p><a class="button" href="${message.url}">${words.goOn}</a></p>`;
  const fields = Object.entries(message.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
  return html`<form id="submit" method="post" action="${message.action}">
${fields}<p><button>${words.goOn}</button></p>
</form>`;
}

/** `request` is the one that the page was shown for, so that a page that was left open decides nothing about a later one. */
function formsOf(
  { ctx }: Visitor,
  { requestIds }: LogoutStep,
  { again, skip }: { again?: string; skip: string },
): Html {
  return html`<form method="post" action="${logoutPath(ctx.project.id)}">
<input type="hidden" name="request" value="${requestIds.at(-1) ?? ''}">
${again && html`<button name="do" value="again">${again}</button>`}<button name="do" value="skip" class="quiet">${skip}</button>
</form>`;
}

async function listOf(
  { ctx, language }: Visitor,
  { steps }: Logout,
  { asked }: { asked: 'asked' | 'silent' } = { asked: 'asked' },
): Promise<Html> {
  const apps = await findSsoApps(
    ctx,
    steps.map(({ appId }) => appId),
  );
  const names = new Map(apps.map(({ id, name }) => [id, name]));
  const { states, deletedApplication } = language.texts.singleLogout;
  const items = steps.map(
    ({
      appId,
      state,
    }) => html`<li class="item"><p><strong>${names.get(appId) ?? deletedApplication}</strong><br>
<span class="hint">${states[state === 'asked' ? asked : state]}</span></p></li>
`,
  );
  return html`<ul class="items">
${items}</ul>`;
}

async function nameOf({ ctx, language }: Visitor, { appId }: LogoutStep): Promise<string> {
  const [app] = await findSsoApps(ctx, [appId]);
  return app?.name ?? language.texts.singleLogout.deletedApplication;
}
