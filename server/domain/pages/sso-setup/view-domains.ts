import type { ProjectContext } from '../../../core/context.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import { fieldsScript } from '../../../http/page-scripts.ts';
import {
  offersClaims,
  type SetupDomain,
  setupDomains,
} from '../../federation/sso-setup-links/claim-domains.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { copyButtonOf, fieldOf } from '../hosted-pages/fields.ts';
import type { SetupView } from './shown.ts';
import { domainsView, factOf } from './view-facts.ts';

/** Lists the domains, with the record of each that waits for it, and a form to claim one. */
export async function domainsStepView(
  ctx: ProjectContext,
  setup: OpenSetup,
  { language, problem, looked }: SetupView,
): Promise<Html> {
  const words = language.texts.ssoSetup;
  if (!offersClaims(setup)) return domainsView(words, setup.loaded.domains);
  const { address } = setup.link;
  const domains = await setupDomains(ctx, setup);
  const items = domains.map((one, index) =>
    domainView(words, { ...one, address, index, texts: looked?.domain === one.domain ? looked.texts : [] }),
  );
  const label = words.domain;
  return factOf(
    'domains',
    words.domainsHeading,
    html`<p>${label.lead}</p>
${domains.length > 0 ? html`<ul class="domains">${items}</ul>` : html`<p>${words.noDomains}</p>`}
<form method="post" action="${address}#domains">
${fieldOf({
  name: 'domain',
  label: label.label,
  hint: label.hint,
  problem: problem && problemView(words, problem),
  autocomplete: 'off',
  value: problem?.domain ?? '',
  maxLength: 253,
})}
<p><button name="do" value="claim">${label.add}</button></p>
</form>
${fieldsScript}`,
  );
}

function problemView(words: Texts['ssoSetup'], { reason, code }: { reason: string; code: string }): Html {
  if (code === 'E111203') return html`${words.domain.taken}`;
  return html`${words.problem} <span lang="en">${reason}</span>`;
}

function domainView(
  words: Texts['ssoSetup'],
  {
    domain,
    isVerified,
    record,
    lastLook,
    mayBeRemoved,
    address,
    index,
    texts,
  }: SetupDomain & { address: string; index: number; texts: string[] },
): Html {
  const label = words.domain;
  if (isVerified || !record)
    return html`<li><p><strong>${domain}</strong> <span class="is-fine">${label.verified}</span></p></li>
`;
  const value = (name: 'type' | 'name' | 'value') => {
    const id = `domain-${index}-${name}`;
    return html`<div class="field"><label for="${id}">${label[name]}</label><div class="copied">
<input id="${id}" type="text" value="${record[name]}" readonly>
${copyButtonOf(id, words.ours, `${label[name]}, ${domain}`)}
</div></div>`;
  };
  const look = lastLook === 'missing' || lastLook === 'failed' ? label[lastLook] : undefined;
  return html`<li><p><strong>${domain}</strong> <span class="is-waiting">${label.pending}</span></p>
<p>${label.recordLead}</p>
${value('type')}
${value('name')}
${value('value')}
${look && html`<p class="error" role="status">${look}${texts.length > 0 && html` ${label.seen({ texts: shownTexts(texts) })}`}</p>`}
<form method="post" action="${address}#domains"><input type="hidden" name="domain" value="${domain}">
<p class="buttons"><button name="do" value="check">${label.check}<span class="visually-hidden">: ${domain}</span></button>
${mayBeRemoved && html`<button class="quiet" name="do" value="unclaim">${label.remove}<span class="visually-hidden">: ${domain}</span></button>`}</p></form></li>
`;
}

/** Enough to see a mistake. */
function shownTexts(texts: string[]): string {
  return texts
    .slice(0, 5)
    .map((one) => one.slice(0, 100))
    .join(' · ');
}
