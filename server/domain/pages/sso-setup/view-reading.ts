import { type Language, momentIn } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import type { LoadedConnection } from '../../federation/sso/load-connection.ts';
import { describedAt } from '../../federation/sso/reading/read-again.ts';
import { factOf } from './view-facts.ts';

type Change = LoadedConnection['connection']['reading']['changes'][number];

/** Shows when the metadata was last read, what was wrong with it, and the last changes of certificates. Empty if there is nothing to say. */
export function readingView(
  language: Language,
  connection: LoadedConnection['connection'],
): Html | undefined {
  const words = language.texts.ssoSetup;
  const { readAt, failedAt, failure, leftOut, changes } = connection.reading;
  const shownLeftOut = connection.protocol === 'saml' ? leftOut : [];
  if (readAt + failedAt === 0 && shownLeftOut.length + changes.length === 0) return undefined;
  const moment = (at: number) => momentIn(language, at, 'medium');
  return factOf(
    'reading',
    words.readingHeading,
    html`${readAt > 0 && html`<p>${words.readAt({ address: describedAt(connection), moment: moment(readAt) })}</p>`}
${failedAt > 0 && html`<div class="error"><p>${words.readFailed({ moment: moment(failedAt) })}</p><p lang="en">${failure}</p></div>`}
${
  shownLeftOut.length > 0 &&
  html`<p>${words.leftOut}</p><ul>${shownLeftOut.map((reason) => html`<li lang="en">${reason}</li>`)}</ul>`
}
${changes.map((change) => changeView(words, change, moment(change.changedAt)))}`,
  );
}

function changeView(words: Texts['ssoSetup'], { by, added, removed }: Change, moment: string): Html {
  const shown = (name: string, keys: Change['added']) =>
    keys.map(({ fingerprint }) => html`<dt>${name}</dt><dd><code>${fingerprint}</code></dd>`);
  const title = by === 'address' ? words.changedByAddress({ moment }) : words.changed({ moment });
  return html`<p>${title}</p><dl>${shown(words.oldKey, removed)}${shown(words.newKey, added)}</dl>
`;
}
