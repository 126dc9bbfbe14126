import type { FastifyReply } from 'fastify';
import type { Language } from '../../../core/languages/language.ts';
import type { Project } from '../../../core/project.ts';
import { withQuery } from '../../../core/url.ts';
import { html, sendPage } from '../../../http/page.ts';
import { submitScript } from '../../../http/page-scripts.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { cardOf } from '../hosted-pages/views.ts';

/** Sends the browser back to the application, in the address or in a form (OAuth 2.0 Form Post Response Mode). */
export function answer(
  reply: FastifyReply,
  { project, language }: { project: Project; language: Language },
  { redirectUri, responseMode }: { redirectUri: string; responseMode: 'query' | 'form_post' },
  parameters: Record<string, string>,
): FastifyReply {
  if (responseMode === 'query') return reply.redirect(withQuery(redirectUri, parameters), 303);
  const words = language.texts.applicationSignIn;
  const fields = Object.entries(parameters).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
  const body = cardOf(
    words.returning,
    html`<form id="submit" method="post" action="${redirectUri}">
${fields}<p><button>${words.goOn}</button></p>
</form>
${submitScript}`,
  );
  const page = hostedPage(project, {
    language,
    title: words.returning,
    body,
    endsAt: redirectUri,
  });
  return sendPage(reply, page);
}
