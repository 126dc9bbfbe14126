import { momentIn } from '../../../../core/languages/language.ts';
import { shownName } from '../../../../core/names.ts';
import { type Html, html } from '../../../../http/page.ts';
import type { Static } from '../../../../http/schema.ts';
import type { auditSearchOutput } from '../../../directory/audit-events/wire.ts';
import type { View } from '../../account/account.ts';
import { fieldOf } from '../../hosted-pages/fields.ts';
import { pageNumberOf, pagerOf, searchOf, selectOf } from '../layout.ts';
import type { Section, TenantPage } from '../tenant-page.ts';

type Found = Static<typeof auditSearchOutput>;
type AuditEvent = Found['audits'][number];

const size = 50;
const periods = [1, 7, 30, 90, 365];
const dayMs = 24 * 60 * 60 * 1000;

/** The audit log of the tenant, newest first. */
export const auditSection: Section = {
  async show(page): Promise<View> {
    const { words, query, call, ctx } = page;
    const { title, find, period, empty, days: daysText } = words.audit;
    const text = (query['text'] ?? '').trim();
    const days = periods.find((one) => String(one) === query['days']) ?? 30;
    const { audits, total } = await call<Found>('management.audit.search', {
      ...(text && { text }),
      from: ctx.now() - days * dayMs,
      limit: size,
      page: pageNumberOf(page),
    });
    const search = searchOf(
      page,
      html`${fieldOf({ name: 'text', label: find, value: text, autocomplete: 'off', isOptional: true })}
${selectOf(
  { name: 'days', label: period, value: String(days) },
  periods.map((one) => ({ value: String(one), text: daysText({ days: one }) })),
)}`,
    );
    const keep = { ...(text && { text }), days: String(days) };
    return {
      title,
      body: html`<section>
${search}
${
  audits.length > 0
    ? html`<ul class="items">
${audits.map((event) => itemOf(page, event))}</ul>`
    : html`<p>${empty}</p>`
}
${pagerOf(page, { shown: audits.length, total, size, keep })}
</section>`,
    };
  },
};

function itemOf({ words, language }: TenantPage, event: AuditEvent): Html {
  const { about, by } = words.audit;
  const { action, occurred, userId, actorId, names, remoteAddress, externalIds } = event;
  const nameOf = (id: string) => shownName(names[id] || id);
  const member = userId && shownName(names[userId] || externalIds[0] || userId);
  const moment = Number(occurred);
  return html`<li class="item member"><div><strong lang="en">${action}</strong>
<p class="hint"><time datetime="${new Date(moment).toISOString()}">${momentIn(language, moment, 'medium')}</time></p></div>
<dl class="facts">${
    member &&
    html`<div><dt>${about}</dt><dd>${member}</dd></div>
`
  }${
    actorId &&
    html`<div><dt>${by}</dt><dd>${nameOf(actorId)}</dd></div>
`
  }${remoteAddress && html`<div><dt>IP</dt><dd>${remoteAddress}</dd></div>`}</dl></li>
`;
}
