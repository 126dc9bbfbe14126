import { type IconName, iconOf } from '../../../http/icons.ts';
import { type Html, html } from '../../../http/page.ts';
import { type Flow, type StepName, urlOf } from './flow.ts';
import { methodIcons } from './method-icons.ts';
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

/**
 * Renders the other ways to go on with the typed name. A person without an account finds the way to one on every step, because
 * no step says whether an account exists.
 */
export function otherMethods(flow: Flow, offered: NamedMethod[], shown: NamedMethod): Html {
  return html`${methodButtons(flow, offered, shown)}${shown !== 'sso' && signUpLink(flow)}`;
}

/** Renders the link to the sign-up page, if the project has one and this is not the sign-up itself. */
export function signUpLink(flow: Flow): Html | undefined {
  const { words, ctx, visit } = flow;
  if (!ctx.project.settings.hostedPages.signUp || visit.signUp) return undefined;
  return html`<p class="other"><a href="${urlOf(flow, 'sign-up')}">${words.signIn.signUp}</a></p>`;
}

/** Renders buttons in a separate form, because the Enter key in the form above must not press one of them. */
function methodButtons(flow: Flow, offered: NamedMethod[], shown: NamedMethod): Html | undefined {
  const others = offered.filter((method) => method !== shown);
  if (others.length === 0) return undefined;
  const { methods } = flow.words;
  const heading = flow.visit.signUp ? methods.signUpHeading : methods.heading;
  const buttons = others.map((method) =>
    choiceButton({
      name: 'method',
      value: method,
      label: methods[method],
      icon: iconOf(methodIcons[method]),
    }),
  );
  return html`<div class="other"><h2>${heading}</h2>
${formOf(flow, html`${buttons}`)}</div>`;
}

/** Renders the button of one of several ways to go on, with its icon at the left. */
export function choiceButton({
  name,
  value,
  label,
  icon,
  shownLabel = label,
}: {
  name: string;
  value: string;
  label: string;
  icon: Html;
  /** A shorter form of the label, for a narrow button. */
  shownLabel?: string;
}): Html {
  return html`<button name="${name}" value="${value}" class="quiet with-icon"${
    shownLabel !== label && html` aria-label="${label}"`
  }>${icon}<span>${shownLabel}</span></button>
`;
}

/** Renders a button that is less than the one above it, such as to send a message again, in a form of its own. */
export function linkButtonOf(
  flow: Flow,
  { name, value, label }: { name: string; value: string; label: string },
): Html {
  return formOf(
    flow,
    html`<p class="again"><button name="${name}" value="${value}" class="link">${label}</button></p>`,
  );
}

export function cardOf(title: string, ...content: (Html | undefined)[]): Html {
  return cardUnder(undefined, title, ...content);
}

/** Renders a card whose icon says at a glance what has happened, or what to do. */
export function markedCardOf(
  { icon, look = '' }: { icon: IconName; look?: 'good' | 'caution' | '' },
  title: string,
  ...content: (Html | undefined)[]
): Html {
  return cardUnder(html`<div class="mark ${look}">${iconOf(icon)}</div>`, title, ...content);
}

/** Renders a card with a picture above its title. */
export function cardUnder(picture: Html | undefined, title: string, ...content: (Html | undefined)[]): Html {
  return html`<div class="card">
${picture}<h1>${title}</h1>
${content.filter((part) => part !== undefined)}
</div>`;
}
