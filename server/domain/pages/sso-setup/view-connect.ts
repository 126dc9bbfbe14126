import type { ProjectContext } from '../../../core/context.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import { providerLogo } from '../../../http/provider-logos.ts';
import { offeredProtocols, type SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { doneNoticeOf } from '../hosted-pages/fields.ts';
import { readProvider } from './forms.ts';
import { logoOf, type ProviderId, providers } from './providers.ts';
import { addressWith, type SetupView } from './shown.ts';
import { factOf } from './view-facts.ts';
import { readingView } from './view-reading.ts';
import { formView, oursView, ourValuesOf } from './view-settings.ts';
import { understoodView } from './view-understood.ts';

/** Offers the identity providers with instructions as tiles, and any other one. A choice is saved. */
export async function providerStepView(
  _ctx: ProjectContext,
  { link, loaded }: OpenSetup,
  { language }: SetupView,
): Promise<Html> {
  const words = language.texts.ssoSetup;
  const chosen = loaded.connection.settings.extra.providerID;
  const tiles = [...Object.entries(providers), ['other', words.otherProvider] as const].map(
    ([
      id,
      name,
    ]) => html`<button class="tile" name="provider" value="${id}" aria-pressed="${String(id === chosen)}">${tilePicture(id, name)}<span>${name}</span></button>
`,
  );
  return html`<h2 id="provider-heading">${words.providerHeading}</h2>
<form method="post" action="${link.address}"><input type="hidden" name="do" value="choose">
<div class="tiles" role="group" aria-labelledby="provider-heading">
${tiles}</div></form>`;
}

/** The logo, or the first letter where no free logo exists. */
function tilePicture(id: string, name: string): Html {
  const logo = providerLogo(logoOf[id as ProviderId] ?? '');
  return logo ?? html`<i class="letter" aria-hidden="true">${name.slice(0, 1)}</i>`;
}

/** Shows the numbered steps at the identity provider, the form for its values, and what was saved. */
export async function connectView(
  ctx: ProjectContext,
  { link, loaded }: OpenSetup,
  { language, refused, saved, ...view }: SetupView,
): Promise<Html> {
  const { tenant, connection } = loaded;
  const words = language.texts.ssoSetup;
  const offered = offeredProtocols(tenant);
  const used = connection.protocol === 'none' ? undefined : connection.protocol;
  const protocol = [view.protocol, used].find((one) => one && offered.includes(one)) ?? offered[0];
  const chosen = connection.settings.extra.providerID;
  const provider = view.provider ?? readProvider(chosen);
  const { address } = link;
  const ours = ourValuesOf(ctx, connection);
  // Only readers of steps need the code that reads them.
  const guide =
    provider && protocol && (await import('./view-guide.ts')).guideView(language, provider, protocol, ours);
  return html`${saved && doneNoticeOf(words.saved)}
${!saved && !used && chosen && html`<p class="hint">${words.chosen}</p>`}
${used && (await understoodView(ctx, language, connection))}
${factOf('choose', words.chooseHeading, protocolsView(words, { offered, address, protocol, provider: view.provider, used: connection.protocol }))}
${
  protocol &&
  html`${factOf('ours', words.oursHeading, guide ?? oursView(words, protocol, ours))}
${factOf('theirs', words.theirsHeading, formView(words, { address, protocol, provider, connection, refused }))}`
}
${readingView(language, connection)}`;
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
    ) => html`<a href="${addressWith(address, { step: 'connect', provider, protocol: one })}"${one === protocol && html` aria-current="true"`}>${
      words.choose[one]
    }</a>
`,
  );
  return html`<nav class="tabs" aria-labelledby="choose-heading">
${links}</nav>
<p class="hint">${words.now[used]}</p>`;
}
