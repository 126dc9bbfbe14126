import { momentIn, textWith } from '../../../../core/languages/language.ts';
import { type Html, html } from '../../../../http/page.ts';
import { isExemptFromSso } from '../../../directory/tenants/load-tenant.ts';
import { removeIdentity } from '../../../federation/identities/change-identities.ts';
import { type Identity, listIdentities } from '../../../federation/identities/identity.ts';
import { listProviders } from '../../../federation/oauth/load-provider.ts';
import { titleOf } from '../../../federation/oauth/provider.ts';
import type { Account, Section } from '../account.ts';
import { confirmNotice, formOf, partOf } from '../layout.ts';

/** The user's accounts at the providers of the project and at the identity providers of their organizations. */
export const linkedSection: Section = {
  isSensitive: ({ signOut }) => !signOut,
  async show(account) {
    const { title, lead, none } = account.words.linked;
    const [identities, nameOf] = [await identitiesInReach(account), await namer(account)];
    const items = await Promise.all(
      identities.map(async (identity) =>
        itemOf(account, identity, { name: nameOf(identity), isOwn: await mayRemove(account, identity) }),
      ),
    );
    const list = html`<p>${lead}</p>
<ul class="items">
${items}</ul>`;
    return {
      title,
      body:
        identities.length > 0
          ? html`${confirmNotice(account)}${partOf(account.words.sections.linked, list)}`
          : partOf(account.words.sections.linked, html`<p>${none}</p>`),
    };
  },
  async act(account, { one: { provider, identity: id } }) {
    const { ctx, user } = account;
    const identity = (await identitiesInReach(account)).find((one) =>
      id ? one.id === id : one.type === 'oauth' && one.providerId === provider,
    );
    if (identity && !(await mayRemove(account, identity))) return { keep: {} };
    if (identity) await removeIdentity(ctx, user.id, { identityId: identity.id, keepsAccess: true });
    return { done: 'unlinked' };
  },
};

/** Leaves out the organizations that the session does not reach. */
async function identitiesInReach({ ctx, user }: Account): Promise<Identity[]> {
  const identities = await listIdentities(ctx, user.id);
  return identities.filter(
    (one) => one.type === 'oauth' || user.ownTenants.some(({ tenantId }) => tenantId === one.tenantId),
  );
}

/** An organization that demands its identity provider decides who signs in with it. */
async function mayRemove({ ctx, user }: Account, identity: Identity): Promise<boolean> {
  return identity.type === 'oauth' || isExemptFromSso(ctx, identity.tenantId, user.id);
}

async function namer({ ctx, user, words }: Account): Promise<(identity: Identity) => string> {
  const providers = await listProviders(ctx);
  return (identity) => {
    if (identity.type === 'oauth') {
      const provider = providers.find(({ id }) => id === identity.providerId);
      return provider ? titleOf(provider) : identity.providerId;
    }
    const { tenantId } = identity;
    const organization = user.ownTenants.find((one) => one.tenantId === tenantId)?.tenantName || tenantId;
    return textWith(words.linked.organization, { organization });
  };
}

function itemOf(
  account: Account,
  identity: Identity,
  { name, isOwn }: { name: string; isOwn: boolean },
): Html {
  const { language, words, isRecent } = account;
  const { unlink, byOrganization, used } = words.linked;
  const field = identity.type === 'oauth' ? ['provider', identity.providerId] : ['identity', identity.id];
  const form = formOf(
    account,
    html`<input type="hidden" name="${field[0] as string}" value="${field[1] as string}">
<button class="quiet" aria-label="${unlink}: ${name}">${unlink}</button>`,
  );
  const lastUsed =
    identity.lastUsedAt > 0 && textWith(used, { date: momentIn(language, identity.lastUsedAt) });
  return html`<li class="item"><div><strong>${name}</strong>${lastUsed && html`<br>${lastUsed}`}${
    !isOwn && html`<br>${byOrganization}`
  }</div>${isRecent && isOwn && form}</li>
`;
}
