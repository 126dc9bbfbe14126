import { defineMessages } from '../../i18n/language.tsx';

export const tokenMessages = defineMessages(
  {
    lifetimes: 'Lifetimes',
    lifetimesLead:
      'A session JWT is believed until it runs out, even when the session has ended meanwhile: keep it short. Running sessions follow when they are refreshed next.',
    session: 'A session JWT lives for',
    idle: 'A session ends when it is not used for',
    idleLead: 'Not refreshed, that is.',
    whole: 'A session ends, however much it is used, after',
    idleLonger: 'The second time is longer than the third: only the third has an effect.',
    delivery: 'How browsers keep tokens',
    deliveryLead: 'What the answer to a sign-in has for a browser.',
    methods: {
      body: {
        label: 'In the answer',
        description: 'The page keeps the refresh JWT itself. Programs and apps always get it so.',
      },
      cookies: {
        label: 'In cookies',
        description: 'The refresh JWT is in an HttpOnly cookie that no script can read. The safer way.',
      },
    },
    cookieDomain: 'Domain of the cookies',
    cookieDomainLead: 'The host of this server or a parent of it. Empty: this host only.',
    sameSite: 'SameSite',
    sameSiteLead: 'None is for pages of another site, and works over https only.',
    cookieName: 'Name of the refresh cookie',
    sessionCookieName: 'Name of the session cookie',
    noCookieName: 'Up to 64 letters, digits, dots, hyphens and underscores.',
    sameNames: 'The two names must differ, and DSR is for the refresh cookie.',
    noDomain: 'A domain like example.com is needed, or nothing.',
  },
  {
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
