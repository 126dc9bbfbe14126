import { X509Certificate } from 'node:crypto';
import { type Html, html, type Page } from '../http/page.ts';
import { faults } from './faults.ts';
import { issuerOf } from './oidc-answers.ts';
import { oidcFaults } from './oidc-faults.ts';
import type { Provider } from './provider.ts';
import { readyUsers } from './users.ts';

export interface Overview {
  baseUrl: string;
  provider: Provider;
  certificate: string;
  /** The address that starts a sign-in of the demo, if there is one. */
  demoPath?: string;
}

export function overviewPage({ baseUrl, provider, certificate, demoPath }: Overview): Page {
  return {
    title: `Identity-provider simulator: ${provider.name}`,
    body: html`<p class="place">Latchkey · development</p>
<h1>Identity-provider simulator</h1>
<p class="lead">A SAML and OpenID Connect identity provider for development. It signs in the user you choose, without a password, and
sends faulty responses on request. It does not exist in production.</p>
${demoPath !== undefined && html`<p><a class="button" href="${demoPath}">Start the demo sign-in</a></p>`}
${providerSection(provider, certificate)}
${connectSection(baseUrl, provider)}
${oidcSection(baseUrl, provider)}
<section aria-labelledby="scim"><h2 id="scim">Provision users</h2>
<p>The <a href="/dev/idp/scim?provider=${provider.name}">directory simulator</a> creates, changes and removes the same users by SCIM.</p></section>
${unaskedSection(provider)}
${scriptSection(baseUrl, provider)}
${valuesSection(provider)}`,
  };
}

function providerSection(provider: Provider, certificate: string): Html {
  return html`<section aria-labelledby="provider">
<h2 id="provider">Provider “${provider.name}”</h2>
<dl>
<dt>Metadata</dt><dd><a href="${provider.entityId}"><code>${provider.entityId}</code></a><br>
<span class="hint">This address is also the entity ID.</span></dd>
<dt>Sign-on address</dt><dd><code>${provider.ssoUrl}</code><br>
<span class="hint">Redirect and POST binding.</span></dd>
<dt>Certificate</dt><dd><code>${new X509Certificate(certificate).fingerprint256}</code><br>
<span class="hint">Its SHA-256 fingerprint. The key survives a restart.</span></dd>
</dl>
<details><summary>The certificate in PEM</summary><pre><code>${certificate.trim()}</code></pre></details>
<form class="row" method="get" action="/dev/idp">
<p class="field"><label for="name">Another provider</label>
<input id="name" name="name" value="${provider.name}" required pattern="[a-z0-9][a-z0-9\\-]{0,62}"
autocapitalize="none" autocomplete="off" spellcheck="false" aria-describedby="name-hint"></p>
<button class="quiet">Show</button>
</form>
<p class="hint" id="name-hint">Every name of lowercase letters, digits and hyphens is a provider with its own key and
domain.</p>
</section>`;
}

function connectSection(baseUrl: string, provider: Provider): Html {
  const body = {
    // Closes the shell's quotation, so that the variable is expanded.
    tenantId: "'$TENANT_ID'",
    redirectUrl: 'http://localhost:3000/signed-in',
    settings: {
      idpMetadataUrl: provider.entityId,
      attributeMapping: { email: 'email', name: 'name', group: 'groups' },
    },
  };
  return html`<section aria-labelledby="connect">
<h2 id="connect">Connect a tenant</h2>
<p>The metadata provides everything else.</p>
<pre><code>curl ${baseUrl}/v1/mgmt/sso/saml/metadata \\
  -H "Authorization: Bearer $PROJECT_ID:$MANAGEMENT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2)}'</code></pre>
</section>`;
}

function oidcSection(baseUrl: string, provider: Provider): Html {
  const issuer = issuerOf(baseUrl, provider.name);
  const body = {
    provider: 'simulator',
    issuer,
    clientId: 'my-app',
    clientSecret: 'any secret',
    manageProviderTokens: true,
  };
  const answers = oidcFaults.map(
    ({ id, label, refused }) =>
      html`<tr><td><code>${id}</code></td><td>${label}${refused && html`<br><span class="hint">Refused</span>`}</td></tr>`,
  );
  return html`<section aria-labelledby="oidc">
<h2 id="oidc">OpenID Connect</h2>
<p>The same users can sign in with OpenID Connect. The issuer is <code>${issuer}</code>
(<a href="${issuer}/.well-known/openid-configuration">discovery</a>); every client ID is known, with any secret.</p>
<pre><code>curl ${baseUrl}/v1/mgmt/oauth/provider \\
  -H "Authorization: Bearer $PROJECT_ID:$MANAGEMENT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2)}'</code></pre>
<p>A script posts the query of the authorization URL, with <code>user</code> and <code>fault</code>, to
<code>${new URL(issuer).pathname}/answer</code>, and requests JSON.</p>
<table aria-labelledby="oidc"><thead><tr><th scope="col">Value of <code>fault</code></th>
<th scope="col">Fault</th></tr></thead><tbody>${answers}</tbody></table>
</section>`;
}

function unaskedSection(provider: Provider): Html {
  return html`<section aria-labelledby="unasked">
<h2 id="unasked">Sign in without a request</h2>
<p>Works like a portal of the identity provider. The tenant must allow responses without a request.</p>
<form method="get" action="${new URL(provider.ssoUrl).pathname}">
<p class="field"><label for="acs-url">ACS URL</label>
<input id="acs-url" name="acsUrl" type="url" required autocomplete="off"></p>
<p class="field"><label for="audience">Entity ID of the service provider</label>
<input id="audience" name="audience" required autocomplete="off" spellcheck="false"></p>
<p class="field"><label for="relay-state">RelayState <span class="hint">(optional)</span></label>
<input id="relay-state" name="relayState" autocomplete="off" spellcheck="false"></p>
<button>Choose a user</button>
</form>
</section>`;
}

function scriptSection(baseUrl: string, provider: Provider): Html {
  return html`<section aria-labelledby="script">
<h2 id="script">A complete sign-in without a browser</h2>
<p>In the URL that the service sends the browser to, replace <code>sso</code> with <code>answer</code>. Request JSON,
and post the result.</p>
<pre><code>start=$(curl -s "${baseUrl}/v1/auth/saml/authorize?tenant=$TENANT_ID" \\
  -H "Authorization: Bearer $PROJECT_ID" -X POST | jq -r .url)

curl -s "\${start/\\/sso?//answer?}" -H 'Accept: application/json' \\
  -d user=alice -d fault=none > answer.json

curl -i "$(jq -r .action answer.json)" -d "$(jq -r \\
  '[.fields | to_entries[] | "\\(.key)=\\(.value|@uri)"] | join("&")' answer.json)"</code></pre>
<p>The last response redirects to your application with <code>code</code>. Exchange it with
<code>/v1/auth/saml/exchange</code>. Without a request, post <code>acsUrl</code>, <code>audience</code> and, if
you like, <code>relayState</code> to <code>${provider.answerPath}</code>.</p>
</section>`;
}

function valuesSection(provider: Provider): Html {
  const users = readyUsers(provider.name).map(
    (user) => html`<tr><td><code>${user.id}</code></td><td><code>${user.nameId}</code><br>
<span class="hint">${user.purpose}</span></td></tr>`,
  );
  const answers = faults.map(
    (fault) =>
      html`<tr><td><code>${fault.id}</code></td><td>${fault.label}${
        fault.refusedFor && html`<br><span class="hint">Refused: <code>${fault.refusedFor}</code></span>`
      }</td></tr>`,
  );
  return html`<section aria-labelledby="values">
<h2 id="values">Values for scripts</h2>
<h3 id="users">The field <code>user</code></h3>
<p>Or leave it out and send <code>nameId</code>, <code>email</code>, <code>name</code> and <code>groups</code>
(separated by commas).</p>
<table aria-labelledby="users"><thead><tr><th scope="col">Value</th><th scope="col">User</th></tr></thead>
<tbody>${users}</tbody></table>
<h3 id="faults">The field <code>fault</code></h3>
<p>The encrypted ones take the key from the service provider’s metadata, or from <code>spCertificate</code>.</p>
<table aria-labelledby="faults"><thead><tr><th scope="col">Value</th><th scope="col">Fault</th></tr></thead>
<tbody>${answers}</tbody></table>
</section>`;
}
