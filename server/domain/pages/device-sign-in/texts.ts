import type { Language } from '../../../http/language.ts';

export interface Texts {
  enter: {
    title: string;
    lead: string;
    prefilled: string;
    label: string;
    submit: string;
    wrong: string;
    empty: string;
  };
  ask: {
    title(application: string): string;
    account(loginId: string): string;
    /** Scopes that only SSO applications can ask for; the others are on the consent page, too. */
    rights: string;
    claims: string;
    startedFrom: string;
    address(ip: string, device: string): string;
    code: string;
    warning: string;
    allow: string;
    deny: string;
  };
  allowed: { title: string; lead(application: string): string };
  denied: { title: string; lead(application: string): string };
  gone: { title: string; lead: string };
}

export const texts: Record<Language, Texts> = {
  en: {
    enter: {
      title: 'Sign in on a device',
      lead: 'Enter the code that your device shows.',
      prefilled: 'Check that your device shows this code.',
      label: 'Code',
      submit: 'Continue',
      wrong:
        'This code isn’t valid. It may have expired or been used. Check the code, or start again on your device.',
      empty: 'Enter the code that your device shows: eight letters.',
    },
    ask: {
      title: (application) => `Sign in to ${application} on a device?`,
      account: (loginId) => `You are signed in as ${loginId}.`,
      rights: 'see your roles, permissions and organizations',
      claims: 'see further details that your administrator has chosen',
      startedFrom: 'Started from',
      address: (ip, device) => (device ? `${ip} (${device})` : ip),
      code: 'Code',
      warning:
        'Only continue if you started this yourself and your device shows this code. If another person sent you the code, deny: they would be signed in as you.',
      allow: 'Sign in on the device',
      deny: 'Deny',
    },
    allowed: {
      title: 'Your device is being signed in',
      lead: (application) => `Return to ${application} on your device. You can close this window.`,
    },
    denied: {
      title: 'The device was denied',
      lead: (application) => `It can’t sign in to ${application} as you. You can close this window.`,
    },
    gone: {
      title: 'This request can’t be continued',
      lead: 'It has expired, was already answered, or was opened in another browser. Enter the code again, or start again on your device.',
    },
  },
  de: {
    enter: {
      title: 'Auf einem Gerät anmelden',
      lead: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
      prefilled: 'Prüfen Sie, ob Ihr Gerät diesen Code anzeigt.',
      label: 'Code',
      submit: 'Weiter',
      wrong:
        'Dieser Code ist nicht gültig. Vielleicht ist er abgelaufen oder wurde schon verwendet. Prüfen Sie den Code, oder beginnen Sie auf Ihrem Gerät von vorn.',
      empty: 'Geben Sie den Code ein, den Ihr Gerät anzeigt: acht Buchstaben.',
    },
    ask: {
      title: (application) => `Auf einem Gerät bei ${application} anmelden?`,
      account: (loginId) => `Sie sind als ${loginId} angemeldet.`,
      rights: 'Ihre Rollen, Berechtigungen und Organisationen sehen',
      claims: 'weitere Angaben sehen, die Ihre Administration ausgewählt hat',
      startedFrom: 'Begonnen von',
      address: (ip, device) => (device ? `${ip} (${device})` : ip),
      code: 'Code',
      warning:
        'Machen Sie nur weiter, wenn Sie dies selbst begonnen haben und Ihr Gerät diesen Code anzeigt. Hat Ihnen jemand den Code geschickt, lehnen Sie ab: Er würde sonst in Ihrem Namen angemeldet.',
      allow: 'Auf dem Gerät anmelden',
      deny: 'Ablehnen',
    },
    allowed: {
      title: 'Ihr Gerät wird angemeldet',
      lead: (application) =>
        `Kehren Sie auf Ihrem Gerät zu ${application} zurück. Sie können dieses Fenster schließen.`,
    },
    denied: {
      title: 'Das Gerät wurde abgelehnt',
      lead: (application) =>
        `Es kann sich nicht in Ihrem Namen bei ${application} anmelden. Sie können dieses Fenster schließen.`,
    },
    gone: {
      title: 'Diese Anfrage kann nicht fortgesetzt werden',
      lead: 'Sie ist abgelaufen, wurde schon beantwortet oder in einem anderen Browser geöffnet. Geben Sie den Code noch einmal ein, oder beginnen Sie auf Ihrem Gerät von vorn.',
    },
  },
};
