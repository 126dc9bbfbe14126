import type { Language } from '../../../http/language.ts';
import { type Html, html } from '../../../http/page.ts';
import type { TestOutcome } from '../../federation/sso/failures.ts';
import { doneNoticeOf } from '../hosted-pages/fields.ts';
import { type Texts, texts } from './texts.ts';

/** Formats a moment. The server does not know the browser's time zone, so the text names the zone. */
export function momentIn(language: Language, moment: number): string {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  return `${format.format(moment)} UTC`;
}

/** Shows the test's result and, unless hidden (`undefined`), its groups and the roles it would grant. */
export function outcomeView(
  language: Language,
  { testedAt, outcome }: { testedAt: number; outcome: TestOutcome },
  roles: string[] | undefined,
): Html {
  const words = texts[language];
  const when = html`<p class="hint">${words.tested(momentIn(language, testedAt))}</p>`;
  if (!outcome.succeeded) {
    return html`<div class="error"><p><strong>${words.failed}</strong></p><p lang="en">${outcome.reason}</p></div>
${when}`;
  }
  const said = outcome.said.map(
    ({ name, value }) => html`<dt><code>${name}</code></dt><dd>${value}</dd>
`,
  );
  return html`${doneNoticeOf(words.worked)}
<dl>
<dt>${words.result.loginId}</dt><dd>${outcome.loginId}</dd>
<dt>${words.result.name}</dt><dd>${outcome.name || words.none}</dd>
<dt>${words.result.email}</dt><dd>${outcome.email || words.none}</dd>
${
  roles &&
  html`<dt>${words.result.groups}</dt><dd>${listed(words, outcome.groups)}</dd>
<dt>${words.result.roles}</dt><dd>${listed(words, roles)}</dd>`
}
</dl>
<details><summary>${words.everything}</summary><dl>${said}</dl></details>
${when}`;
}

function listed({ none }: Texts, names: string[]): string {
  return names.join(', ') || none;
}
