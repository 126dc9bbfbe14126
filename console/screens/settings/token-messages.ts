import { defineMessages } from '../../i18n/languages.ts';

export const tokenMessages = defineMessages(
  {
    title: 'Sessions and tokens',
    lead: 'How long users stay signed in, and where browsers keep the tokens.',
    lifetimes: 'Lifetimes',
    lifetimesLead:
      'A session JWT stays valid until it expires, even if its session has ended, so keep the lifetime short. ' +
      'Existing sessions pick up changes at their next refresh.',
    session: 'Session JWT lifetime',
    idle: 'Inactivity timeout',
    idleLead: 'Sessions that are not refreshed for this long end.',
    whole: 'Maximum session length',
    idleLonger: 'The inactivity timeout is longer than the maximum session length, so it has no effect.',
    delivery: 'Token delivery to browsers',
    deliveryLead: 'Where browsers receive the tokens after a sign-in.',
    methods: {
      body: {
        label: 'In the response body',
        description: 'The page stores the refresh JWT itself. Programs and apps always get it this way.',
      },
      cookies: {
        label: 'In cookies',
        description: 'The refresh JWT is in an HttpOnly cookie that scripts cannot read. This is safer.',
      },
    },
    cookieDomain: 'Cookie domain',
    cookieDomainLead: 'The host of this server or a parent domain. Leave empty for this host only.',
    sameSite: 'SameSite',
    sameSiteLead: 'Choose None if pages of another site use the cookies. It requires https.',
    cookieName: 'Refresh cookie name',
    sessionCookieName: 'Session cookie name',
    noCookieName: 'Use up to 64 letters, digits, dots, hyphens and underscores.',
    sameNames: 'The two names must differ, and DSR is reserved for the refresh cookie.',
    noDomain: 'Enter a domain such as example.com, or leave this empty.',
  },
  {
    title: 'Sitzungen und Token',
    lead: 'Wie lange Benutzer angemeldet bleiben und wo Browser die Token aufbewahren.',
    lifetimes: 'Laufzeiten',
    lifetimesLead:
      'Ein Sitzungs-JWT gilt, bis es abläuft, auch wenn die Sitzung inzwischen beendet ist: Halten Sie es kurz. Laufende Sitzungen folgen bei der nächsten Erneuerung.',
    session: 'Ein Sitzungs-JWT gilt',
    idle: 'Eine Sitzung endet unbenutzt nach',
    idleLead: 'Das heißt: wenn sie so lange nicht erneuert wird.',
    whole: 'Eine Sitzung endet in jedem Fall nach',
    idleLonger: 'Die zweite Zeit ist länger als die dritte: Nur die dritte wirkt.',
    delivery: 'Wie Browser Token aufbewahren',
    deliveryLead: 'Was die Antwort auf eine Anmeldung für einen Browser enthält.',
    methods: {
      body: {
        label: 'In der Antwort',
        description:
          'Die Seite bewahrt das Erneuerungs-JWT selbst auf. Programme und Apps bekommen es immer so.',
      },
      cookies: {
        label: 'In Cookies',
        description:
          'Das Erneuerungs-JWT steht in einem HttpOnly-Cookie, das kein Skript lesen kann. Der sicherere Weg.',
      },
    },
    cookieDomain: 'Domain der Cookies',
    cookieDomainLead: 'Der Host dieses Servers oder eine Domain darüber. Leer: nur dieser Host.',
    sameSite: 'SameSite',
    sameSiteLead: 'None ist für Seiten einer anderen Website und geht nur mit https.',
    cookieName: 'Name des Erneuerungs-Cookies',
    sessionCookieName: 'Name des Sitzungs-Cookies',
    noCookieName: 'Bis zu 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
    sameNames: 'Die beiden Namen müssen verschieden sein, und DSR ist für das Erneuerungs-Cookie.',
    noDomain: 'Nötig ist eine Domain wie example.com oder nichts.',
  },
);
