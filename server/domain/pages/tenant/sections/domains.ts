import { momentIn } from '../../../../core/languages/language.ts';
import { type Html, html } from '../../../../http/page.ts';
import type { Static } from '../../../../http/schema.ts';
import type { tenantDomainOutput } from '../../../federation/tenant-domains/wire.ts';
import type { Fields, View } from '../../account/account.ts';
import { partOf } from '../../account/layout.ts';
import { fieldOf } from '../../hosted-pages/fields.ts';
import { buttonOf, cautiousFormOf, formOf } from '../layout.ts';
import { keptValue, type Outcome, type Section, type TenantPage } from '../tenant-page.ts';
import { copiedValueOf } from '../value.ts';

type Domain = Static<typeof tenantDomainOutput>;

/** The domains of the tenant, with the records that prove them. */
export const domainsSection: Section = {
  async show(page): Promise<View> {
    const { title, lead, empty, domain: label, add } = page.words.domains;
    const domains = await loadDomains(page);
    const isOwn = page.refused?.form.one['act'] === 'claim';
    const form = formOf(
      page,
      { act: 'claim' },
      html`<div class="row">${fieldOf({
        name: 'domain',
        label,
        value: isOwn ? keptValue(page, 'domain') : '',
        autocomplete: 'off',
      })}<button>${add}</button></div>`,
    );
    return {
      title,
      body: html`<section><p>${lead}</p>
${domains.length === 0 && html`<p>${empty}</p>`}${form}</section>
${domains.map((one, index) => domainPart(page, one, index))}`,
    };
  },
  act,
};

async function act(page: TenantPage, { one }: Fields): Promise<Outcome> {
  const { call, ctx, words } = page;
  const { tenantId } = ctx.tenantAdministrator;
  const input = { tenantId, domain: (one['domain'] ?? '').trim() };
  switch (one['act']) {
    case 'claim':
      await call('management.tenant.createDomain', input);
      return { done: 'domainClaimed' };
    case 'verify': {
      const { domain, foundValues } = await call<{ domain: Domain; foundValues: string[] }>(
        'management.tenant.verifyDomain',
        input,
      );
      if (domain.status === 'verified' && domain.lastCheck === 'found') return { done: 'domainVerified' };
      const { missing, failed, found } = words.domains;
      const lead = domain.lastCheck === 'failed' ? failed : missing;
      const values = foundValues.length > 0 ? ` ${found({ values: foundValues.join(', ') })}` : '';
      return { problem: `${domain.domain}: ${lead}${values}` };
    }
    case 'delete':
      await call('management.tenant.deleteDomain', input);
      return { done: 'domainDeleted' };
    default:
      return { problem: words.problems.mistake };
  }
}

export async function loadDomains({ call, ctx }: TenantPage): Promise<Domain[]> {
  const { tenantId } = ctx.tenantAdministrator;
  return (await call<{ domains: Domain[] }>('management.tenant.loadDomains', { tenantId })).domains;
}

function domainPart(page: TenantPage, one: Domain, index: number): Html {
  const { words, language } = page;
  const texts = words.domains;
  const { domain, status, setByAdministrator, record, checkedTime, lastCheck } = one;
  const state =
    status === 'verified'
      ? html`<span class="state good">${texts.verified}</span>`
      : html`<span class="state">${texts.pending}</span>`;
  const outcome = lastCheck === 'missing' ? texts.missing : lastCheck === 'failed' ? texts.failed : '';
  return partOf(
    domain,
    html`<p>${state}${setByAdministrator && html` <span class="hint">${texts.setByApplication}</span>`}</p>`,
    checkedTime > 0 &&
      html`<p class="hint">${texts.checked} ${momentIn(language, checkedTime * 1000)}${outcome && html`<br>${outcome}`}</p>`,
    record &&
      html`<p>${texts.record}</p>
${copiedValueOf(words, { id: `record-type-${index}`, label: texts.type, value: record.type })}
${copiedValueOf(words, { id: `record-name-${index}`, label: texts.name, value: record.name })}
${copiedValueOf(words, { id: `record-value-${index}`, label: texts.value, value: record.value })}`,
    record &&
      html`<div class="actions">${buttonOf(page, { act: 'verify', fields: { domain }, of: domain }, texts.verify)}
${cautiousFormOf(
  page,
  { act: 'delete', fields: { domain } },
  { open: texts.delete, lead: texts.deleteLead, submit: texts.confirmDelete, of: domain },
)}</div>`,
  );
}
