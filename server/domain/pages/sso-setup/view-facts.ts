import { type Language, momentIn } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import type { loadFailures } from '../../federation/sso/failures.ts';
import type { ShownRoles } from '../../federation/sso-setup-links/shown-roles.ts';

/** Shows the domains whose users come to this identity provider; only the application can change them. */
export function domainsView(words: Texts['ssoSetup'], domains: string[]): Html {
  const list = html`<ul>${domains.map((domain) => html`<li>${domain}</li>`)}</ul>`;
  return factOf(
    'domains',
    words.domainsHeading,
    html`<p class="hint">${words.domainsLead}</p>
${domains.length > 0 ? list : html`<p>${words.noDomains}</p>`}`,
  );
}

/** Shows which identity provider groups grant which roles; only the application can change that. */
export function groupsView(words: Texts['ssoSetup'], { mappings, always }: ShownRoles): Html {
  const rows = [
    ...always.map(
      (roleName) => html`<tr><td>${words.allUsers}</td><td>${roleName}</td></tr>
`,
    ),
    ...mappings.map(
      ({ roleName, groups }) => html`<tr><td>${groups.join(', ') || words.none}</td><td>${roleName}</td></tr>
`,
    ),
  ];
  const { groups, role } = words.mapping;
  return factOf(
    'groups',
    words.groupsHeading,
    html`<p class="hint">${words.groupsLead}</p>
${rows.length > 0 ? tableOf([groups, role], rows) : html`<p>${words.noMappings}</p>`}`,
  );
}

/** Lists the last sign-ins that this identity provider's answers did not allow. */
export function failuresView(language: Language, failures: Awaited<ReturnType<typeof loadFailures>>): Html {
  const words = language.texts.ssoSetup;
  const rows = failures.map(
    ({
      occurredAt,
      reason,
    }) => html`<tr><td><time datetime="${new Date(occurredAt).toISOString()}">${momentIn(
      language,
      occurredAt,
      'medium',
    )}</time></td><td lang="en">${reason}</td></tr>
`,
  );
  return factOf(
    'failures',
    words.failuresHeading,
    rows.length > 0 ? tableOf([words.when, words.why], rows) : html`<p>${words.noFailures}</p>`,
  );
}

export function factOf(id: string, title: string, content: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${title}</h2>
${content}</section>`;
}

function tableOf(titles: string[], rows: Html[]): Html {
  return html`<table><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`;
}
