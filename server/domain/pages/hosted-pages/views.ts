import { type Html, html } from '../../../http/page.ts';
import { type Flow, type StepName, urlOf } from './flow.ts';
import type { NamedMethod } from './methods.ts';

/** Renders a form of the shown step. */
export function formOf(flow: Flow, content: Html, step: StepName = flow.step): Html {
  return html`<form method="post" action="${urlOf(flow, step)}">
${content}
</form>`;
}

/** Renders the login ID, with a link to change it. */
export function accountOf(flow: Flow): Html {
  const { visit, words } = flow;
  const start = urlOf(flow, visit.signUp ? 'sign-up' : 'start');
  return html`<p class="account">${visit.loginId} <a href="${start}">${words.account.change}</a></p>`;
}

/** Renders buttons in a separate form, because the Enter key in the form above must not press one of them. */
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

/** Renders the button that sends the message again. */
export function againButton(flow: Flow, method: NamedMethod, label: string): Html {
  return formOf(flow, html`<p><button name="method" value="${method}" class="quiet">${label}</button></p>`);
}

export function cardOf(title: string, ...content: (Html | undefined)[]): Html {
  return cardUnder(undefined, title, ...content);
}

/** The same, under a picture. */
export function cardUnder(picture: Html | undefined, title: string, ...content: (Html | undefined)[]): Html {
  return html`<div class="card">
${picture ?? html``}<h1>${title}</h1>
${content.filter((part) => part !== undefined)}
</div>`;
}
