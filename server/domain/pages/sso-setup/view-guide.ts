import { Marked } from 'marked';
import { type Language, textWith } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html, trustedHtml } from '../../../http/page.ts';
import { fieldsScript } from '../../../http/page-scripts.ts';
import type { SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import { copyButtonOf } from '../hosted-pages/fields.ts';
import { type Cell, type FormField, guideOf, type Mistake, type Part } from './guide.ts';
import type { OurValue, ProviderId } from './providers.ts';

const marked = new Marked();

/** Renders the text of instructions, which are our own. */
function inline(text: string): Html {
  return trustedHtml(marked.parseInline(text, { async: false }));
}

/** Renders the steps at an identity provider, with the values of this connection. */
export function guideView(
  { tag, texts }: Language,
  provider: ProviderId,
  protocol: SetupProtocol,
  ours: Record<OurValue, string>,
): Html {
  const words = texts.ssoSetup;
  const { language, protocols, mistakes } = guideOf(provider, tag, texts.ssoFindings);
  const { lead, steps } = protocols[protocol];
  let count = 0;
  const cell = (one: Cell, label: string): Html => {
    if ('text' in one) return inline(one.text);
    if ('field' in one) return html`<a href="#${one.field}">${fieldLabel(words, one.field)}</a>`;
    count += 1;
    const id = `value-${count}`;
    return html`<div class="copied">
<input id="${id}" type="text" value="${ours[one.ours]}" aria-label="${label}" readonly>
${copyButtonOf(id, words.ours, label)}
</div>`;
  };
  const part = (one: Part): Html => {
    if (one.kind === 'values') {
      const [ofName, ofValue] = one.titles.map(plain);
      const rows = one.rows.map(({ name, value }) => {
        const label = 'text' in name ? plain(name.text) : '';
        return html`<tr><td data-title="${ofName}">${cell(name, label)}</td><td data-title="${ofValue}">${cell(value, label)}</td></tr>
`;
      });
      return html`<table class="values"><thead><tr>${one.titles.map((title) => html`<th scope="col">${inline(title)}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`;
    }
    if (one.kind === 'text') return html`<p>${inline(one.text)}</p>`;
    if (one.kind === 'note') return html`<p class="hint">${inline(one.text)}</p>`;
    return html`<pre tabindex="0"><code>${one.text}</code></pre>`;
  };
  const parts = (all: Part[]) =>
    all.map(
      (one) => html`${part(one)}
`,
    );
  const lang = language !== tag.split('-')[0] && html` lang="${language}"`;
  return html`<div class="guide"><div${lang}>
${parts(lead)}<ol>
${steps.map(
  (step) => html`<li>${parts(step)}</li>
`,
)}</ol>
</div>
<details><summary>${words.mistakes}</summary>
<dl>${mistakes.map(
    ({ shown, remedy }) => html`<dt>${shownView(texts, shown)}</dt><dd${lang}>${inline(remedy)}</dd>
`,
  )}</dl></details>
${fieldsScript}</div>`;
}

function shownView(texts: Texts, shown: Mistake['shown']): Html {
  return 'finding' in shown
    ? html`${shortFinding(texts, shown.finding)}`
    : html`<span lang="en">${shown.message}</span>`;
}

/** Values for the sentences that name some. */
const examples = {
  limit: 150,
  seconds: 90,
  until: '…',
  used: 'client_secret_basic',
  other: 'client_secret_post',
};

/** Returns the first sentence of a finding. The others say what to do, for every identity provider. */
export function shortFinding(
  { ssoFindings }: Pick<Texts, 'ssoFindings'>,
  code: keyof Texts['ssoFindings'],
): string {
  const sentence = textWith(ssoFindings[code] as never, { ...unnamed, ...examples });
  return /^.*?[.](?=\s|$)/.exec(sentence)?.[0] ?? sentence;
}

/** The values of a user's own sign-in. */
const unnamed = { algorithm: 'RSA-SHA256', fingerprint: '…' };

export function fieldLabel({ saml, oidc }: Texts['ssoSetup'], field: FormField): string {
  return field === 'metadataUrl' || field === 'metadataXml' ? saml[field] : oidc[field];
}

function plain(text: string): string {
  return text.replace(/[*`]/g, '');
}
