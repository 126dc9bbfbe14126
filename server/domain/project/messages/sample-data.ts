import type { ProjectContext } from '../../../core/context.ts';
import { securityNoticeKinds } from '../../../core/security-notices.ts';
import type { MessageData, MessageKind } from '../../../delivery/message.ts';

/** The placeholders without which a message of the kind is useless, in its text and in its HTML. */
export const requiredPlaces: Record<MessageKind, string[]> = {
  invite: ['link'],
  otp: ['code'],
  magicLink: ['link'],
  enchantedLink: [0, 1, 2].flatMap((i) => [`links.${i}.number`, `links.${i}.link`]),
  passwordReset: ['link'],
  verification: ['code'],
  verificationLink: ['link'],
  emailChanged: [],
  newDevice: ['link'],
  passwordChanged: ['link'],
  factorAdded: ['link'],
  factorRemoved: ['link'],
  addressChanged: ['link'],
  recoveryCodeUsed: ['link'],
  accountLocked: ['link'],
  deletionRequested: ['link'],
  ssoSetup: ['link'],
  domainLost: [],
  test: [],
};

const minuteMs = 60_000;

/** The sample data of a preview, with links to nowhere. */
export function sampleData(ctx: Pick<ProjectContext, 'baseUrl'>, kind: MessageKind) {
  const link = `${ctx.baseUrl}/preview`;
  const numbered = ['27', '51', '84'].map((number) => ({ number, link: `${link}?${number}` }));
  const notice = { link, device: 'Firefox, Windows', ip: '203.0.113.7', by: 'user' } as const;
  const samples: MessageData = {
    invite: { link },
    otp: { code: '123456' },
    magicLink: { link },
    enchantedLink: { links: numbered as MessageData['enchantedLink']['links'] },
    passwordReset: { link },
    verification: { code: '123456' },
    verificationLink: { link },
    emailChanged: { newAddress: 'new@example.com' },
    newDevice: notice,
    passwordChanged: notice,
    factorAdded: { ...notice, factor: 'passkey' },
    factorRemoved: { ...notice, factor: 'totp' },
    addressChanged: { ...notice, newAddress: 'n***@e***.com' },
    recoveryCodeUsed: notice,
    accountLocked: notice,
    deletionRequested: notice,
    ssoSetup: { link, tenant: 'Example Ltd.' },
    domainLost: { tenant: 'Example Ltd.', domain: 'example.com' },
    test: {},
  };
  const lifetimes: Partial<Record<MessageKind, number>> = {
    invite: 72 * 60 * minuteMs,
    otp: 5 * minuteMs,
    verification: 5 * minuteMs,
    passwordReset: 30 * minuteMs,
    ssoSetup: 7 * 24 * 60 * minuteMs,
    ...Object.fromEntries(securityNoticeKinds.map((kind) => [kind, 7 * 24 * 60 * minuteMs])),
  };
  return { data: samples[kind], lifetimeMs: lifetimes[kind] ?? 10 * minuteMs };
}
