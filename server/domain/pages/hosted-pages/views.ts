import { type Html, html } from '../../../http/page.ts';
import { type Flow, type StepName, urlOf } from './flow.ts';
import type { NamedMethod } from './methods.ts';

/** A form of the step that is shown. */
export function formOf(flow: Flow, content: Html, step: StepName = flow.step): Html {
  return html`<form method="post" action="${urlOf(flow, step)}">
${content}
</form>`;
}

/** Who is signing in, and the way back to say who else. */
export function accountOf(flow: Flow): Html {
  const { visit, words } = flow;
  const start = urlOf(flow, visit.signUp ? 'sign-up' : 'start');
  return html`<p class="account">${visit.loginId} <a href="${start}">${words.account.change}</a></p>`;
}

/** Buttons in a form of their own: the Enter key in the form above must not press one of them. */
export function otherMethods(flow: Flow, offered: NamedMethod[], shown: NamedMethod): Html | undefined {
  const others = offered.filter((method) => method !== shown);
  if (others.length === 0) return undefined;
  const { methods } = flow.words;
  const heading = flow.visit.signUp ? methods.signUpHeading : methods.heading;
  const buttons = others.map(
    (method) => html`<button name="method" value="${method}" class="quiet">${methods[method]}</button>
`,
  );
  return html`<div class="other"><h2>${heading}</h2>
${formOf(flow, html`${buttons}`)}</div>`;
}

/** Sends the same again. */
export function againButton(flow: Flow, method: NamedMethod, label: string): Html {
  return formOf(flow, html`<p><button name="method" value="${method}" class="quiet">${label}</button></p>`);
}

export function cardOf(title: string, ...content: (Html | undefined)[]): Html {
  return html`<div class="card">
<h1>${title}</h1>
${content.filter((part) => part !== undefined)}
</div>`;
}
