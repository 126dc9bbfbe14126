import type { Language } from '../../core/languages/language.ts';
import type { Content, MessageKind } from '../message.ts';
import { escapeHtml } from './render.ts';
import { type KindTexts, textsOf } from './texts-of-kind.ts';

/** The element between the paragraphs of each kind. */
const middles: Record<MessageKind, 'button' | 'code' | 'numbers' | 'nothing'> = {
  invite: 'button',
  otp: 'code',
  magicLink: 'button',
  enchantedLink: 'numbers',
  passwordReset: 'button',
  verification: 'code',
  verificationLink: 'button',
  emailChanged: 'nothing',
  newDevice: 'button',
  passwordChanged: 'button',
  factorAdded: 'button',
  factorRemoved: 'button',
  addressChanged: 'button',
  recoveryCodeUsed: 'button',
  accountLocked: 'button',
  deletionRequested: 'button',
  ssoSetup: 'button',
  domainLost: 'nothing',
  test: 'nothing',
};

/**
 * Returns the built-in mail as an editable template, with the same content in text and HTML. A template has no
 * conditions, so the caller says whether the project has a logo.
 */
export function mailTemplate(kind: MessageKind, language: Language, hasLogo: boolean): Content {
  const texts = textsOf(kind, language);
  return { subject: texts.subject, text: plain(kind, texts), html: page(kind, texts, language, hasLogo) };
}

function plain(kind: MessageKind, { title, before, after }: KindTexts): string {
  const middle = {
    button: ['{{link}}'],
    code: ['{{code}}'],
    numbers: [0, 1, 2].map((i) => `{{links.${i}.number}}: {{links.${i}.link}}`),
    nothing: [],
  }[middles[kind]];
  return [title, ...before, ...middle, ...after, '{{project.name}}'].join('\n\n');
}

/**
 * Uses one table with inline styles, which every mail client displays alike, and loads nothing but the
 * project's logo. The colors stay readable when a client inverts them for its dark mode.
 */
function page(kind: MessageKind, texts: KindTexts, language: Language, hasLogo: boolean): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const direction = language.direction === 'rtl' ? ' dir="rtl"' : '';
  const middle = {
    button: () => button('{{link}}', escapeHtml(texts.button)) + linkHint(language),
    code: () =>
      '<p style="margin:24px 0;font:bold 32px/1.2 Consolas,Menlo,monospace;letter-spacing:6px">{{code}}</p>',
    numbers: () => [0, 1, 2].map((i) => button(`{{links.${i}.link}}`, `{{links.${i}.number}}`)).join('\n'),
    nothing: () => '',
  }[middles[kind]]();
  return `<!doctype html>
<html lang="${language.tag}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(texts.subject)}</title>
</head>
<body style="margin:0;padding:0;background:{{project.background}}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:{{project.background}}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation"${direction} width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;background:#ffffff;border:1px solid #d5dbe1;border-radius:8px"><tr><td style="padding:32px;font:16px/1.5 Arial,Helvetica,sans-serif;color:#1b2127">
<p style="margin:0 0 24px;font-size:14px;color:#56606c">${hasLogo ? logo : '{{project.name}}'}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(texts.title)}</h1>
${texts.before.map(paragraph).join('\n')}
${middle}
${texts.after.map(paragraph).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

// The name appears where the client does not load images.
const logo =
  '<img src="{{project.logo}}" alt="{{project.name}}" height="40" style="height:40px;max-width:240px;border:0">';

function button(link: string, label: string): string {
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>' +
    '<td style="background:{{project.color}};border-radius:6px">' +
    `<a href="${link}" style="display:inline-block;padding:12px 28px;color:{{project.textOnColor}};font-weight:bold;text-decoration:none">${label}</a>` +
    '</td></tr></table>'
  );
}

function linkHint({ texts }: Language): string {
  return `\n<p style="margin:0 0 16px;font-size:14px;color:#56606c">${escapeHtml(texts.messages.linkHint)}<br><a href="{{link}}" style="color:{{project.linkColor}};word-break:break-all">{{link}}</a></p>`;
}
