import { html } from '../../../../http/page.ts';
import { listProviders } from '../../../federation/oauth/load-provider.ts';
import { titleOf } from '../../../federation/oauth/provider.ts';
import { unlinkIdentity } from '../../../federation/oauth/unlink-identity.ts';
import type { Section } from '../account.ts';
import { confirmNotice, formOf, partOf } from '../layout.ts';

/** The user's accounts at the providers of the project. Those of organizations are not the user's to unlink. */
export const linkedSection: Section = {
  isSensitive: ({ signOut }) => !signOut,
  async show(account) {
    const { ctx, user, words, isRecent } = account;
    const { title, lead, none, unlink } = words.linked;
    const providers = await listProviders(ctx);
    const items = user.oauthProviders.map((id) => {
      const provider = providers.find((one) => one.id === id);
      const name = provider ? titleOf(provider) : id;
      const form = formOf(
        account,
        html`<input type="hidden" name="provider" value="${id}">
<button class="quiet" aria-label="${unlink}: ${name}">${unlink}</button>`,
      );
      return html`<li class="item"><div><strong>${name}</strong></div>${isRecent && form}</li>
`;
    });
    const list = html`<p>${lead}</p>
<ul class="items">
${items}</ul>`;
    return {
      title,
      body:
        items.length > 0
          ? html`${confirmNotice(account)}${partOf(words.sections.linked, list)}`
          : partOf(words.sections.linked, html`<p>${none}</p>`),
    };
  },
  async act({ ctx, user }, { one: { provider = '' } }) {
    await unlinkIdentity(ctx, user.id, provider);
    return { done: 'unlinked' };
  },
};
