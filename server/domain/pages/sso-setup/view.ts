import type { ProjectContext } from '../../../core/context.ts';
import { type Language, momentIn } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html, type Page } from '../../../http/page.ts';
import { findLastTest, loadFailures, type TestOutcome } from '../../federation/sso/failures.ts';
import { offeredProtocols, type SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { shownRoles } from '../../federation/sso-setup-links/shown-roles.ts';
import { doneNoticeOf } from '../hosted-pages/fields.ts';
import { setupPage, stepOf } from './layout.ts';
import { type ProviderId, providers } from './providers.ts';
import { domainsView, failuresView, groupsView } from './view-facts.ts';
import { outcomeView } from './view-outcome.ts';
import { readingView } from './view-reading.ts';
import { formView, oursView, ourValuesOf, providerField, type Refused } from './view-settings.ts';

export interface SetupView {
  language: Language;
  /** The protocol to show. Absent for the configured one, or the first that is offered. */
  protocol?: SetupProtocol | undefined;
  /** The identity provider whose steps to show. Absent for any other one. */
  provider?: ProviderId | undefined;
  saved?: boolean;
  /** The form that could not be saved, and the reason. */
  refused?: Refused;
}

/** Renders the whole page: the tasks in their order, and then what the application has decided. */
export async function setupView(
  ctx: Pick<ProjectContext, 'baseUrl' | 'db' | 'project'>,
  setup: OpenSetup,
  view: SetupView,
): Promise<Page> {
  const { link, loaded } = setup;
  const { tenant, connection, domains } = loaded;
  const { language, provider, saved, refused } = view;
  const words = language.texts.ssoSetup;
  const offered = offeredProtocols(tenant);
  const used = connection.protocol === 'none' ? undefined : connection.protocol;
  const protocol = [view.protocol, used].find((one) => one && offered.includes(one)) ?? offered[0];
  const address = link.address;
  const ours = ourValuesOf(ctx, connection);
  // Only readers of steps need the code that reads them.
  const guide =
    provider && protocol && (await import('./view-guide.ts')).guideView(language, provider, protocol, ours);
  const test = await findLastTest(ctx, link.tenantId, link.connectionId);
  const shown = await shownRoles(ctx, loaded, test?.outcome);
  const { disabledFeatures } = tenant.settings.ssoSetupSuite;
  const failures = await loadFailures(ctx, link.tenantId, link.connectionId);
  const ofOutcome = disabledFeatures.groupMapping ? undefined : shown.ofOutcome;
  return setupPage(ctx.project, {
    language,
    title: words.title,
    endsAt: identityProviderAddress(setup),
    body: html`<h1>${words.title}</h1>
<p class="lead">${words.about({ tenant: tenantNameOf(setup), project: ctx.project.name })}</p>
${saved && doneNoticeOf(words.saved)}
${connection.settings.awaitsDecision && html`<p class="notice">${words.awaitsDecision}</p>`}
<div class="card steps">
${stepOf('provider', words.providerHeading, providersView(words, { address, protocol: view.protocol, provider }))}
${stepOf('choose', words.chooseHeading, protocolsView(words, { offered, address, protocol, provider, used: connection.protocol }))}
${
  protocol &&
  html`${stepOf('ours', words.oursHeading, guide ?? oursView(words, protocol, ours))}
${stepOf('theirs', words.theirsHeading, formView(words, { address, protocol, provider, connection, refused }))}`
}
${stepOf('test', words.testHeading, testStepView(language, { canTest: Boolean(used), address, provider, test, roles: ofOutcome }))}
</div>
<div class="card facts">
${!disabledFeatures.ssoDomains && domainsView(words, domains)}
${!disabledFeatures.groupMapping && groupsView(words, shown)}
${readingView(language, connection)}
${failuresView(language, failures)}
</div>
${link.expiresAt !== undefined && html`<p class="hint">${words.until({ moment: momentIn(language, link.expiresAt) })}</p>`}`,
  });
}

/** Offers the identity providers with instructions as tiles, and any other one. */
function providersView(
  words: Texts['ssoSetup'],
  {
    address,
    protocol,
    provider,
  }: { address: string; protocol: SetupProtocol | undefined; provider: ProviderId | undefined },
): Html {
  const tiles = [...Object.entries(providers), [undefined, words.otherProvider] as const].map(
    ([
      id,
      name,
    ]) => html`<a href="${addressWith(address, { provider: id, protocol })}"${id === provider && html` aria-current="true"`}>${name}</a>
`,
  );
  return html`<nav class="tiles" aria-labelledby="provider-heading">
${tiles}</nav>`;
}

function protocolsView(
  words: Texts['ssoSetup'],
  {
    offered,
    address,
    protocol,
    provider,
    used,
  }: {
    offered: SetupProtocol[];
    address: string;
    protocol: SetupProtocol | undefined;
    provider: ProviderId | undefined;
    used: keyof Texts['ssoSetup']['now'];
  },
): Html {
  const links = offered.map(
    (
      one,
    ) => html`<a href="${addressWith(address, { provider, protocol: one })}"${one === protocol && html` aria-current="true"`}>${
      words.choose[one]
    }</a>
`,
  );
  return html`<nav class="tabs" aria-labelledby="choose-heading">
${links}</nav>
<p class="hint">${words.now[used]}</p>`;
}

function testStepView(
  language: Language,
  {
    canTest,
    address,
    provider,
    test,
    roles,
  }: {
    canTest: boolean;
    address: string;
    provider: ProviderId | undefined;
    test: { testedAt: number; outcome: TestOutcome } | undefined;
    roles: string[] | undefined;
  },
): Html {
  const words = language.texts.ssoSetup;
  const form = html`<form method="post" action="${address}">${providerField(provider)}<p><button name="do" value="test">${words.test}</button></p></form>`;
  return html`<p>${words.testLead}</p>
${canTest ? form : html`<p class="hint">${words.notYet}</p>`}
${test && outcomeView(language, test, roles)}`;
}

/** Returns the page's address with the choices that the reader has made. */
export function addressWith(
  address: string,
  choices: { provider?: string | undefined; protocol?: string | undefined; saved?: '' },
): string {
  const query = Object.entries(choices).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return value === '' ? name : `${name}=${encodeURIComponent(value)}`;
  });
  return query.length > 0 ? `${address}?${query.join('&')}` : address;
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
