import { html, type Page } from '../http/page.ts';
import type { Fields } from './fields.ts';
import { oidcFaults } from './oidc-faults.ts';
import { readyUsers } from './users.ts';

/** Shows the choice of user and fault. The form carries the client's request. */
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
    // The client redirects to the application, whose address is unknown here.
    policy: { 'form-action': 'http: https:' },
    body: html`<p class="place">Latchkey · development · identity-provider simulator</p>
<h1>Sign in at “${provider}”</h1>
<p class="lead"><code>${asked['client_id']}</code> requests <code>${asked['scope']}</code>.</p>
<form method="post" action="/dev/idp/oidc/${provider}/answer">
${kept}
<p class="field"><label for="user">User</label><select id="user" name="user">${users}</select></p>
<p class="field"><label for="fault">Fault</label><select id="fault" name="fault">${faults}</select></p>
<button>Sign in</button>
</form>`,
  };
}
