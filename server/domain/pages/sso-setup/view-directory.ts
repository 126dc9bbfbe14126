import type { ProjectContext } from '../../../core/context.ts';
import { type Html, html } from '../../../http/page.ts';
import { fieldsScript } from '../../../http/page-scripts.ts';
import { mayCreateToken } from '../../federation/sso-setup-links/directory-token.ts';
import { type OpenSetup, signedInAddressOf } from '../../federation/sso-setup-links/setup-link.ts';
import { copyButtonOf, noticeOf } from '../hosted-pages/fields.ts';
import { addressWith, type SetupView } from './shown.ts';
import { factOf } from './view-facts.ts';

/** Shows the address for the directory, and creates its token for those who may. */
export async function directoryView(
  ctx: ProjectContext,
  setup: OpenSetup,
  { language, token, problem }: SetupView,
): Promise<Html> {
  const words = language.texts.ssoSetup;
  const label = words.directory;
  const copied = (
    id: string,
    name: string,
    value: string,
  ) => html`<div class="field"><label for="${id}">${name}</label>
<div class="copied"><input id="${id}" type="text" value="${value}" readonly>
${copyButtonOf(id, words.ours, name)}</div></div>`;
  return factOf(
    'directory',
    words.steps.directory,
    html`${noticeOf(problem && `${words.problem} ${problem.reason}`)}
<p>${label.lead}</p>
${copied('scim-url', label.address, `${ctx.baseUrl}/scim/v2`)}
${token ? html`<p class="notice" role="status">${label.once}</p>${copied('scim-token', label.token, token)}` : await tokenView(ctx, setup, words.directory)}
${fieldsScript}`,
  );
}

async function tokenView(
  ctx: ProjectContext,
  setup: OpenSetup,
  label: SetupView['language']['texts']['ssoSetup']['directory'],
): Promise<Html> {
  const { link } = setup;
  if (link.held) {
    const address = addressWith(signedInAddressOf(ctx, link), { step: 'directory' });
    return html`<p>${label.byLink}</p><p><a class="button quiet" href="${address}">${label.signIn}</a></p>`;
  }
  if (!(await mayCreateToken(ctx, setup))) return html`<p>${label.notYours}</p>`;
  return html`<p>${label.createLead}</p>
<form method="post" action="${link.address}"><p><button name="do" value="token">${label.create}</button></p></form>`;
}
