import { iconOf } from '../../../../http/icons.ts';
import { type Html, html } from '../../../../http/page.ts';
import { passkeyScript } from '../../../../http/page-scripts.ts';
import type { Flow, StepName } from '../flow.ts';
import { formOf } from '../views.ts';

/**
 * Renders the form, which the script shows if the browser supports passkeys. The script sends it twice: first to get the
 * options for the authenticator, then with its answer.
 */
export function passkeyForm(
  flow: Flow,
  { use, none }: { use: string; none: string },
  {
    step = flow.step,
    isMain = false,
    fields,
  }: { step?: StepName; isMain?: boolean; fields?: Html | undefined } = {},
): Html {
  const content = html`<input type="hidden" name="transactionId">
<input type="hidden" name="response">
<p class="error" role="alert" hidden>${none}</p>
${fields}<button class="${isMain ? 'main' : 'quiet'} with-icon">${iconOf('passkey')}<span>${use}</span></button>`;
  return html`<div id="passkey" hidden>
${formOf(flow, content, step)}
</div>
${passkeyScript}`;
}
