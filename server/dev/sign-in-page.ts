import { type Html, html, type Page } from '../http/page.ts';
import { formatInstant } from '../protocols/saml/time.ts';
import { type Fault, faults } from './faults.ts';
import type { Provider } from './provider.ts';
import { typedUser } from './sign-in-choice.ts';
import type { ReceivedRequest, SignInRequest } from './sign-in-request.ts';
import { readyUsers, type SimulatedUser } from './users.ts';

/** `signature` describes the result of checking the request's signature. */
export function signInPage(provider: Provider, request: SignInRequest, signature: string): Page {
  const { received } = request;
  return {
    title: `Sign in: ${provider.name} (simulated)`,
    body: html`<p class="place">Latchkey · development · identity-provider simulator</p>
<h1>Sign in at “${provider.name}”</h1>
<p class="lead">${new URL(request.acsUrl).host} is waiting for the response. Choose a user; there is no password.</p>
<form method="post" action="${provider.answerPath}">
${carried(request)}
<section><fieldset>
<legend>User</legend>
<div class="choices">
${readyUsers(provider.name).map(userChoice)}
${typedChoice()}
</div>
</fieldset></section>
<section><p class="field"><label for="fault">Fault in the response</label>
<select id="fault" name="fault" aria-describedby="fault-hint">${faultOptions()}</select>
<span class="hint" id="fault-hint">A service provider must refuse all but the good ones.</span></p>
<details><summary>More</summary>
<p class="field"><label for="sp-certificate">Encryption certificate</label>
<textarea id="sp-certificate" name="spCertificate" spellcheck="false" aria-describedby="sp-certificate-hint"></textarea>
<span class="hint" id="sp-certificate-hint">In PEM. If empty, it is read from the service provider’s metadata,
which is expected at its entity ID.</span></p>
</details>
<label class="choice"><input type="checkbox" name="pause" value="yes">
<span>Show the response before sending it</span></label>
</section>
<button>Sign in</button>
</form>
<section aria-labelledby="request">
<h2 id="request">The request</h2>
${received ? requestFacts(provider, request, received, signature) : unaskedFacts(request)}
</section>`,
  };
}

function carried({ acsUrl, audience, inResponseTo, relayState }: SignInRequest): Html[] {
  return Object.entries({ acsUrl, audience, inResponseTo, relayState }).flatMap(([name, value]) =>
    value === undefined ? [] : html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

function userChoice(user: SimulatedUser, index: number): Html {
  const { id, name, nameId, groups, purpose } = user;
  return html`<label class="choice"><input type="radio" name="user" value="${id}"${index === 0 && html` checked`}>
<span><strong>${name || id}</strong> <span class="hint">${nameId}<br>
${groups.length > 0 && html`Groups: ${groups.join(', ')}<br>`}
(${purpose})</span></span></label>`;
}

function typedChoice(): Html {
  return html`<label class="choice wide"><input type="radio" name="user" value="${typedUser}">
<span><strong>Another user</strong></span></label>
<div class="when-chosen wide">
<p class="field"><label for="name-id">NameID</label>
<input id="name-id" name="nameId" autocapitalize="none" autocomplete="off" spellcheck="false"></p>
<p class="field"><label for="full-name">Name</label>
<input id="full-name" name="name" autocomplete="off"></p>
<p class="field"><label for="email">Email address</label>
<input id="email" name="email" inputmode="email" autocapitalize="none" autocomplete="off" spellcheck="false"></p>
<p class="field"><label for="groups">Groups</label>
<input id="groups" name="groups" autocomplete="off" aria-describedby="groups-hint">
<span class="hint" id="groups-hint">Separated by commas. Empty fields are left out of the response.</span></p>
</div>`;
}

function faultOptions(): Html {
  const option = (fault: Fault) => html`<option value="${fault.id}">${fault.label}</option>`;
  return html`<optgroup label="Good">${faults.filter((fault) => !fault.refusedFor).map(option)}</optgroup>
<optgroup label="Wrong">${faults.filter((fault) => fault.refusedFor).map(option)}</optgroup>`;
}

function requestFacts(
  provider: Provider,
  { acsUrl, relayState }: SignInRequest,
  { binding, facts }: ReceivedRequest,
  signature: string,
): Html {
  const { destination } = facts;
  return factList({
    Issuer: facts.issuer,
    'ACS URL': acsUrl,
    ID: facts.id,
    'Issued at': formatInstant(facts.issueInstant),
    Binding: binding,
    Signature: signature,
    Destination:
      destination === provider.ssoUrl ? destination : `${destination ?? 'none'} (not this provider’s)`,
    'NameID format': facts.nameIdFormat ?? 'any',
    ForceAuthn: facts.forceAuthn ? 'yes: a session would not be enough' : 'no',
    IsPassive: facts.isPassive ? 'yes: nothing may be shown, not even this page' : 'no',
    RelayState: relayState ?? 'none',
  });
}

function unaskedFacts({ acsUrl, audience, relayState }: SignInRequest): Html {
  return html`<p>There is none: the sign-in begins here.</p>
${factList({ 'ACS URL': acsUrl, 'For (entity ID)': audience, RelayState: relayState ?? 'none' })}`;
}

function factList(facts: Record<string, string>): Html {
  return html`<dl>${Object.entries(facts).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
