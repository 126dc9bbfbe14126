import { isWebUrl } from '../core/url.ts';
import { type Html, html, type Page } from '../http/page.ts';

export interface InboxMessage {
  id: string;
  projectId: string;
  channel: 'email' | 'sms';
  kind: string;
  to: string;
  userId: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  codes: string[];
  via: string;
  /** The time of writing. Messages close to each other can be sent in another order. */
  createdAt: number;
  sentAt: number;
}

/** Shows messages, newest first. */
export function inboxPage(messages: InboxMessage[], to: string | undefined): Page {
  return {
    title: 'Inbox',
    // The mails have inline styles, and a frame without an address of its own follows the policy of its page.
    policy: { 'style-src': "'self' 'unsafe-inline'" },
    body: html`<p class="place">Latchkey · development · inbox</p>
<h1>Inbox</h1>
<p class="lead">Messages sent to users, newest first. Without a connector, messages go only to this inbox.</p>
<form class="row" method="get" action="/dev/inbox">
<p class="field"><label for="to">Address or number</label>
<input id="to" name="to" value="${to ?? ''}" autocapitalize="none" autocomplete="off" spellcheck="false"></p>
<button>Show</button>
</form>
${messages.map(messageSection)}
${messages.length === 0 && html`<p>No messages${to !== undefined && html` to <code>${to}</code>`} yet.</p>`}
${
  messages.length > 0 &&
  html`<form method="post" action="/dev/inbox/clear"><button class="quiet">Delete all</button></form>`
}
<p class="hint">For scripts: <code>GET /dev/inbox/messages?to=&amp;after=&amp;wait=</code> returns JSON.</p>`,
  };
}

function messageSection(message: InboxMessage): Html {
  const { id, channel, subject, text, codes, links } = message;
  return html`<section aria-labelledby="m-${id}">
<h2 id="m-${id}">${subject || firstWords(text)}</h2>
<dl>
<dt>To</dt><dd>${message.to}</dd>
<dt>Sent</dt><dd>${new Date(message.sentAt).toISOString()} by ${channel === 'email' ? 'email' : 'SMS'}${
    message.via !== 'inbox' && html` (${message.via})`
  } · <code>${message.kind}</code></dd>
${codes.length > 0 && html`<dt>Code</dt><dd>${codes.map((code) => html`<code>${code}</code> `)}</dd>`}
${links.length > 0 && html`<dt>Links</dt><dd>${links.map(linkItem)}</dd>`}
</dl>
<details><summary>Text</summary><pre>${text}</pre></details>
${
  message.html &&
  html`<details><summary>Preview</summary>
<iframe title="${subject}" sandbox referrerpolicy="no-referrer" srcdoc="${message.html}"
style="width:100%;height:32rem;border:0;background:#fff"></iframe></details>`
}
</section>`;
}

function firstWords(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function linkItem(link: string): Html {
  return isWebUrl(link)
    ? html`<a href="${link}" rel="noreferrer noopener">${link}</a><br>`
    : html`<code>${link}</code><br>`;
}
