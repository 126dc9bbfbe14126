import { type Html, html, type Page } from '../http/page.ts';
import { actions, clients, type Exchange } from './scim-clients.ts';
import type { ScimForm } from './scim-form.ts';
import { readyUsers } from './users.ts';

interface ScimView extends ScimForm {
  /** Absent: nothing has been sent. */
  exchanges: Exchange[] | undefined;
}

/** Shows the form, and what was sent last. Works without JavaScript. */
export function scimPage(view: ScimView): Page {
  return {
    title: 'Directory simulator',
    body: html`<p class="place">Latchkey · development · identity-provider simulator</p>
<h1>Directory simulator</h1>
<p class="lead">Provisions the users of a simulated identity provider by SCIM, in the order and with the peculiarities of Okta or Entra ID.</p>
${view.exchanges && exchangesSection(view.exchanges)}
${formSection(view)}
<p class="hint">For scripts: post the fields and request JSON. The fields of users are <code>user-alice=on</code>. The values of
<code>action</code> are ${Object.keys(actions).join(', ')}.</p>
<p><a href="/dev/idp">Back to the simulator</a></p>`,
  };
}

function formSection(view: ScimView): Html {
  const options = (choices: Record<string, string>, selected: string) =>
    Object.entries(choices).map(
      ([value, label]) =>
        html`<option value="${value}"${value === selected && html` selected`}>${label}</option>`,
    );
  const titles = Object.fromEntries(Object.entries(clients).map(([name, { title }]) => [name, title]));
  return html`<section aria-labelledby="send">
<h2 id="send">Provision</h2>
<form method="post" action="/dev/idp/scim">
<p class="field"><label for="base-url">SCIM base URL</label>
<input id="base-url" name="baseUrl" type="url" value="${view.baseUrl}" required autocomplete="off"></p>
<p class="field"><label for="token">Token</label>
<input id="token" name="token" value="${view.token}" required autocomplete="off" autocapitalize="none" spellcheck="false"
aria-describedby="token-hint"></p>
<p class="hint" id="token-hint">Create it in the console: open a tenant, then <b>Directory</b>.</p>
<p class="field"><label for="client">Directory</label><select id="client" name="client">${options(titles, view.client)}</select></p>
<p class="hint">${Object.values(clients).map(({ title, quirks }) => html`${title}: ${quirks}<br>`)}</p>
<p class="field"><label for="provider">Provider</label>
<input id="provider" name="provider" value="${view.provider}" required pattern="[a-z0-9][a-z0-9\\-]{0,62}" autocomplete="off"
autocapitalize="none" spellcheck="false"></p>
<fieldset><legend>Users</legend>
${readyUsers(view.provider).map(
  ({ id, nameId, purpose }) =>
    html`<p><label><input type="checkbox" name="user-${id}"${
      view.userIds.includes(id) && html` checked`
    }> ${nameId} <span class="hint">${purpose}</span></label></p>`,
)}
</fieldset>
<p class="field"><label for="group">Group</label>
<input id="group" name="group" value="${view.group}" required autocomplete="off"></p>
<p class="field"><label for="action">Action</label><select id="action" name="action">${options(actions, view.action)}</select></p>
<button>Send</button>
</form>
</section>`;
}

function exchangesSection(exchanges: Exchange[]): Html {
  return html`<section aria-labelledby="sent">
<h2 id="sent">Requests and responses</h2>
${exchanges.map(
  ({ method, path, body, status, response }, index) => html`<h3>${index + 1}. ${method} ${decoded(path)}</h3>
${body && html`<pre><code>${JSON.stringify(body, null, 2)}</code></pre>`}
<p>${status === 0 ? 'No response' : html`Response <code>${status}</code>`}</p>
${response && html`<details${status >= 400 && html` open`}><summary>Body of the response</summary><pre><code>${indented(response)}</code></pre></details>`}`,
)}
${exchanges.length === 0 && html`<p>Nothing was sent: choose a user.</p>`}
</section>`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
