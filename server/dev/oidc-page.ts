import { html, type Page } from '../http/page.ts';
import type { Fields } from './fields.ts';
import { oidcFaults } from './oidc-faults.ts';
import { readyUsers } from './users.ts';

/** Chooses who signs in, and what goes wrong. What the client has asked for travels in the form. */
export function oidcSignInPage(provider: string, asked: Fields): Page {
  const users = readyUsers(provider).map(
    ({ id, nameId, purpose }) => html`<option value="${id}">${nameId} (${purpose})</option>`,
  );
  const faults = oidcFaults.map(({ id, label }) => html`<option value="${id}">${label}</option>`);
  const kept = Object.entries(asked).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`,
  );
  return {
    title: `Sign in: ${provider}`,
    // The client redirects to the application, whose address nobody here knows.
    policy: { 'form-action': 'http: https:' },
    body: html`<p class="place">Latchkey · development · identity-provider simulator</p>
<h1>Sign in at “${provider}”</h1>
<p class="lead"><code>${asked['client_id']}</code> asks for <code>${asked['scope']}</code>.</p>
<form method="post" action="/dev/idp/oidc/${provider}/answer">
${kept}
<p class="field"><label for="user">Who signs in</label><select id="user" name="user">${users}</select></p>
<p class="field"><label for="fault">What is wrong</label><select id="fault" name="fault">${faults}</select></p>
<button>Sign in</button>
</form>`,
  };
}
