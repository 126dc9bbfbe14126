import { type Language, momentIn } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { iconOf } from '../../../http/icons.ts';
import { type Html, html } from '../../../http/page.ts';
import type { TestOutcome } from '../../federation/sso/failures.ts';
import { sayFindings } from '../../federation/sso/findings/finding.ts';
import { doneNoticeOf } from '../hosted-pages/fields.ts';

/** Shows the test's result and, unless hidden (`undefined`), its groups and the roles it would grant. */
export function outcomeView(
  language: Language,
  { testedAt, outcome }: { testedAt: number; outcome: TestOutcome },
  roles: string[] | undefined,
): Html {
  const words = language.texts.ssoSetup;
  const when = html`<p class="hint">${words.tested({ moment: momentIn(language, testedAt, 'medium') })}</p>`;
  if (!outcome.succeeded) {
    return html`<div class="error"><p><strong>${words.failed}</strong></p><p lang="en">${outcome.reason}</p></div>
${findingsView(language, outcome)}
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
${findingsView(language, outcome)}
<details><summary>${words.everything}</summary><dl>${said}</dl></details>
${when}`;
}

/** Lists what the test found, in sentences that say what to do. */
function findingsView(language: Language, { findings = [], ...outcome }: TestOutcome): Html | undefined {
  const { checksHeading, levels } = language.texts.ssoSetup;
  const said = sayFindings(language, findings);
  const gaps = 'gaps' in outcome ? (outcome.gaps ?? []) : [];
  if (said.length + gaps.length === 0) return undefined;
  const items = said.map(
    ({
      level,
      sentence,
    }) => html`<li class="is-${level}">${iconOf(icons[level])}<span><span class="visually-hidden">${levels[level]}: </span>${sentence}</span></li>
`,
  );
  const ofEarlierRelease = gaps.map(
    (gap) => html`<li class="is-problem">${iconOf('warning')}<span lang="en">${gap}</span></li>
`,
  );
  // No heading: the pages that show it have headings of different levels.
  return html`<p><strong>${checksHeading}</strong></p>
<ul class="findings">${items}${ofEarlierRelease}</ul>`;
}

const icons = { problem: 'warning', notice: 'warning', fine: 'success' } as const;

function listed({ none }: Texts['ssoSetup'], names: string[]): string {
  return names.join(', ') || none;
}
