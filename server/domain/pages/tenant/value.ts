import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import { fieldsScript } from '../../../http/page-scripts.ts';
import { copyButtonOf } from '../hosted-pages/fields.ts';

/** Renders a value to copy, with a button for it where scripts run. */
export function copiedValueOf(
  words: Texts['tenantPage'],
  { id, label, value }: { id: string; label: string; value: string },
): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="copied">
<input id="${id}" type="text" value="${value}" readonly spellcheck="false" autocomplete="off">
${copyButtonOf(id, words, label)}
</div>
${fieldsScript}</div>`;
}
