import { html, type Page } from '../http/page.ts';
import { submitScript } from '../http/page-scripts.ts';
import type { Answer } from './answer.ts';

/** Returns the form of saml-bindings §3.5.4. With `pause`, it waits for the button and shows what it will send. */
export function answerPage({ action, fields, xml }: Answer, pause: boolean): Page {
  return {
    title: 'Back to the service provider',
    // The service provider redirects to the application, whose address is unknown here.
    policy: { 'form-action': 'http: https:' },
    body: html`<p class="place">Latchkey · development · identity-provider simulator</p>
<h1>${pause ? 'Ready to respond' : 'Signing in…'}</h1>
<p class="lead">The response goes to ${new URL(action).host}.</p>
<form id="submit" method="post" action="${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>Continue</button>
</form>
${
  pause &&
  html`<section aria-labelledby="xml"><h2 id="xml">The response</h2>
<pre><code>${indented(xml)}</code></pre></section>`
}
${!pause && submitScript}`,
  };
}

/** Indents for reading only: white space between elements would break the signature. */
function indented(xml: string): string {
  let depth = 0;
  const lines = xml.split(/(?<=>)(?=<)/).map((part) => {
    if (part.startsWith('</')) depth--;
    const line = '  '.repeat(depth) + part;
    if (/^<[^/]/.test(part) && !/<\/|\/>$/.test(part)) depth++;
    return line;
  });
  return lines.join('\n');
}
