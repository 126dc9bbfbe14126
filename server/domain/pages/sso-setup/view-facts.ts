import { type Html, html } from '../../../http/page.ts';
import type { ShownRoles } from '../../federation/sso-setup-links/shown-roles.ts';
import type { Texts } from './texts.ts';

/** Shows which identity provider groups grant which roles; only the application can change that. */
export function groupsView(words: Texts, { mappings, always }: ShownRoles): Html {
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
  return html`<section aria-labelledby="groups"><h2 id="groups">${words.groupsHeading}</h2>
<p>${words.groupsLead}</p>
${
  rows.length > 0
    ? html`<table><thead><tr><th scope="col">${groups}</th><th scope="col">${role}</th></tr></thead>
<tbody>${rows}</tbody></table>`
    : html`<p>${words.noMappings}</p>`
}</section>`;
}
