import type { ProjectContext } from '../../../core/context.ts';
import { type Language, momentIn } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html, type Page } from '../../../http/page.ts';
import { findLastTest, loadFailures } from '../../federation/sso/failures.ts';
import {
  offeredProtocols,
  type SetupForm,
  type SetupProtocol,
} from '../../federation/sso-setup-links/setup.ts';
import { addressOf, type OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { shownRoles } from '../../federation/sso-setup-links/shown-roles.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { groupsView } from './view-groups.ts';
import { outcomeView } from './view-outcome.ts';
import { formView, oursView } from './view-settings.ts';

export interface SetupView {
  language: Language;
  /** The protocol to show. Absent for the configured one, or the first that is offered. */
  protocol?: SetupProtocol | undefined;
  saved?: boolean;
  /** The form that could not be saved, and the reason. */
  refused?: { form: SetupForm; reason: string };
}

/** Renders the whole page, in the order of the tasks. */
export async function setupView(ctx: ProjectContext, setup: OpenSetup, view: SetupView): Promise<Page> {
  const { link, loaded } = setup;
  const { tenant, connection, domains } = loaded;
  const words = view.language.texts.ssoSetup;
  const offered = offeredProtocols(tenant);
  const used = connection.protocol === 'none' ? undefined : connection.protocol;
  const protocol = [view.protocol, used].find((one) => one && offered.includes(one)) ?? offered[0];
  const address = addressOf(ctx, link.id);
  const test = await findLastTest(ctx, link.tenantId, link.connectionId);
  const shown = await shownRoles(ctx, loaded, test?.outcome);
  const { disabledFeatures } = tenant.settings.ssoSetupSuite;
  const failures = await loadFailures(ctx, link.tenantId, link.connectionId);
  const rows = failures.map(
    ({
      occurredAt,
      reason,
    }) => html`<tr><td><time datetime="${new Date(occurredAt).toISOString()}">${momentIn(
      view.language,
      occurredAt,
      'medium',
    )}</time></td><td lang="en">${reason}</td></tr>
`,
  );
  return hostedPage(ctx.project, {
    language: view.language,
    title: words.title,
    endsAt: identityProviderAddress(setup),
    body: html`<h1>${words.title}</h1>
<p class="lead">${words.about({ tenant: tenantNameOf(setup), project: ctx.project.name })}</p>
<p class="hint">${words.until({ moment: momentIn(view.language, link.expiresAt) })}</p>
${
  view.refused &&
  html`<div class="error" role="alert" tabindex="-1" autofocus><strong>${words.problem}</strong>
<span lang="en">${view.refused.reason}</span></div>`
}
${view.saved && html`<p role="status"><strong>${words.saved}</strong></p>`}
${connection.settings.awaitsDecision && html`<p>${words.awaitsDecision}</p>`}
<section aria-labelledby="choose"><h2 id="choose">${words.chooseHeading}</h2>
<p>${words.now[connection.protocol]}</p>
<nav aria-labelledby="choose">${offered.map((one) => choice(words, address, one, protocol))}</nav></section>
${
  protocol &&
  html`${oursView(ctx, words, protocol, connection)}
${formView(words, { address, protocol, connection, form: view.refused?.form })}`
}
<section id="test" aria-labelledby="test-heading"><h2 id="test-heading">${words.testHeading}</h2>
<p>${words.testLead}</p>
${
  used
    ? html`<form method="post" action="${address}"><p><button name="do" value="test">${words.test}</button></p></form>`
    : html`<p class="hint">${words.notYet}</p>`
}
${test && outcomeView(view.language, test, disabledFeatures.groupMapping ? undefined : shown.ofOutcome)}</section>
${disabledFeatures.ssoDomains ? '' : domainsView(words, domains)}
${disabledFeatures.groupMapping ? '' : groupsView(words, shown)}
<section aria-labelledby="failures"><h2 id="failures">${words.failuresHeading}</h2>
${
  rows.length > 0
    ? html`<table><thead><tr><th scope="col">${words.when}</th><th scope="col">${words.why}</th></tr></thead>
<tbody>${rows}</tbody></table>`
    : html`<p>${words.noFailures}</p>`
}</section>`,
  });
}

function domainsView(words: Texts['ssoSetup'], domains: string[]): Html {
  return html`<section aria-labelledby="domains"><h2 id="domains">${words.domainsHeading}</h2>
<p>${words.domainsLead}</p>
${domains.length > 0 ? html`<ul>${domains.map((domain) => html`<li>${domain}</li>`)}</ul>` : html`<p>${words.noDomains}</p>`}</section>`;
}

function choice(
  words: Texts['ssoSetup'],
  address: string,
  protocol: SetupProtocol,
  shown: SetupProtocol | undefined,
): Html {
  const isShown = protocol === shown;
  const name = words.choose[protocol];
  return html`<p><a href="${address}?protocol=${protocol}"${isShown && html` aria-current="true"`}>${
    isShown ? html`<strong>${name}</strong> ✓` : name
  }</a></p>
`;
}

/** Returns the name of the tenant, with that of the connection if it has several. */
export function tenantNameOf({ loaded: { tenant, connection } }: OpenSetup): string {
  return connection.name ? `${tenant.name} (${connection.name})` : tenant.name;
}

/** Returns the address that the test leads to, for the page's policy. */
export function identityProviderAddress({ loaded }: OpenSetup): string | undefined {
  const { protocol, settings } = loaded.connection;
  if (protocol === 'none') return undefined;
  const saml = settings.requestBinding === 'post' ? settings.idpSsoPostUrl : settings.idpSsoUrl;
  return (protocol === 'oidc' ? settings.oidc.authorizationUrl : saml) || undefined;
}
