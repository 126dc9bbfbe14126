import { iconOf } from '../../../http/icons.ts';
import { type Html, html } from '../../../http/page.ts';
import { fieldsScript } from '../../../http/page-scripts.ts';

export interface Field {
  name: string;
  label: string;
  /** The HTML "autofill" token: what browsers and password managers may fill in. */
  autocomplete: string;
  type?: 'text' | 'password' | 'date' | 'number' | 'url';
  value?: string;
  hint?: string;
  /** The problem with the value. */
  problem?: string | Html | undefined;
  isNumeric?: boolean;
  isOptional?: boolean;
  /** True for the first field of a page, which gets the focus unless another one has a problem. */
  isFirst?: boolean;
  maxLength?: number;
  /** Shown beside the label. */
  beside?: Html;
}

/** Renders a field with its label, hint and problem, which screen readers read out together. */
export function fieldOf(field: Field): Html {
  return fieldAround(field, inputOf(field));
}

/** Renders the field of a password, with a button that shows it. The button appears if scripts run. */
export function passwordFieldOf(field: Omit<Field, 'type'>, { show }: { show: string }): Html {
  const button = html`<button type="button" class="show" data-shows="${field.name}" aria-pressed="false" hidden>${iconOf('eye')}${iconOf('eyeOff')}<span class="visually-hidden">${show}</span></button>`;
  const input = inputOf({ maxLength: 1_024, ...field, type: 'password' });
  return fieldAround(
    field,
    html`<div class="secret">
${input}
${button}
</div>
${fieldsScript}`,
  );
}

/** Renders a button that copies the value or text of an element. It appears if scripts run. `label` completes its name. */
export function copyButtonOf(
  id: string,
  { copy, copied }: { copy: string; copied: string },
  label: string,
): Html {
  return html`<button type="button" class="quiet" data-copies="${id}" hidden><span data-state>${iconOf('copy')}${copy}</span><span data-state hidden>${iconOf('check')}${copied}</span><span class="visually-hidden">: ${label}</span></button>
<span class="visually-hidden" aria-live="polite"></span>`;
}

/** The boxes behind a code, which only look like six fields: there is one, for autofill and screen readers. */
const sixBoxes = html`${Array.from({ length: 6 }, () => html`<i></i>`)}`;

/** Renders the field of a one-time code of six digits. It accepts one that was pasted with a space in the middle. */
export function codeFieldOf(field: Pick<Field, 'label' | 'problem' | 'isFirst'>): Html {
  const code: Field = {
    name: 'code',
    autocomplete: 'one-time-code',
    isNumeric: true,
    maxLength: 16,
    isFirst: true,
    ...field,
  };
  return fieldAround(
    code,
    html`<div class="digits">
${inputOf(code)}
<span aria-hidden="true">${sixBoxes}</span>
</div>
${fieldsScript}`,
  );
}

function fieldAround({ name, label, beside, problem, hint }: Omit<Field, 'type'>, input: Html): Html {
  const labelOf = html`<label for="${name}">${label}</label>`;
  return html`<div class="field">
${beside ? html`<div class="label">${labelOf}${beside}</div>` : labelOf}
${input}
${problem && html`<p class="error" id="${name}-problem" role="alert">${problem}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

function inputOf(field: Field): Html {
  const { name, autocomplete, type = 'text', value = '', hint, problem, maxLength = 255 } = field;
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${maxLength}"
 autocapitalize="none" spellcheck="false"${field.isNumeric && html` inputmode="numeric"`}${
   !field.isOptional && html` required`
 }${described && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}${
   (problem || field.isFirst) && html` autofocus`
 }>`;
}

/** Renders a problem of the whole page, if no field is to blame. */
export function noticeOf(problem: string | undefined): Html | undefined {
  return problem ? html`<p class="error" role="alert" tabindex="-1" autofocus>${problem}</p>` : undefined;
}

/** Renders the confirmation of a change. */
export function doneNoticeOf(text: string): Html {
  return html`<p class="done" role="status">${iconOf('success')}<span>${text}</span></p>`;
}

/** Renders the login ID for password managers, which store it with the password. */
export function hiddenUsername(loginId: string): Html {
  return html`<input type="text" name="username" value="${loginId}" autocomplete="username" hidden>`;
}
