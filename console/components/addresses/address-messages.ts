import { defineMessages } from '../../i18n/languages.ts';

export const addressMessages = defineMessages(
  {
    redirects: 'Redirect URLs',
    redirectsLead:
      'Where browsers may be sent after SSO and OAuth sign-ins and by links in messages. URLs that are not on the list are rejected.',
    redirectRules: [
      'An entry matches this exact URL with any query.',
      '* as the leftmost part of the host matches one label: https://*.example.com/done',
      '* at the end of the path matches everything below it: https://app.example.com/*',
    ],
    development: 'In development, all URLs of this machine (localhost) are allowed too.',
    origins: 'Allowed origins',
    originsLead:
      'Sites whose pages may call the API from the browser and use its cookies. Enter scheme, host and port without a path.',
    noOrigins: 'Pages of other sites cannot call the API. Programs and servers can.',
    problems: {
      noUrl: 'Enter an absolute URL such as https://app.example.com/done.',
      fragment: 'Remove the # part from the URL.',
      wildcard: 'Use * only as the leftmost part of the host or at the end of the path.',
      topLevel: 'Add a domain after *, such as *.example.com.',
      noOrigin: 'Enter only scheme, host and port, such as https://app.example.com.',
    },
  },
  {
    redirects: 'Weiterleitungs-URLs',
    redirectsLead:
      'Wohin ein Browser mit etwas geschickt werden darf, das anmeldet: nach SSO und OAuth und über Links in Nachrichten. Was nicht auf der Liste steht, wird abgewiesen.',
    redirectRules: [
      'Ein Eintrag erlaubt genau sich selbst; die Query ist frei.',
      '* anstelle des ersten Teils des Hosts steht für einen Namen: https://*.example.com/done',
      '* am Ende des Pfads steht für alles darunter: https://app.example.com/*',
    ],
    development: 'In der Entwicklung ist auch jede Adresse dieses Rechners (localhost) erlaubt.',
    origins: 'Erlaubte Ursprünge',
    originsLead:
      'Websites, deren Seiten die API im Browser aufrufen und ihre Cookies benutzen dürfen: Schema, Host und Port, ohne Pfad.',
    noOrigins: 'Seiten anderer Websites können die API nicht aufrufen. Programme und Server können es.',
    problems: {
      noUrl: 'Nötig ist eine vollständige Adresse wie https://app.example.com/done.',
      fragment: 'Eine Adresse hat hier keinen #-Teil.',
      wildcard: '* kann nur für den ersten Teil des Hosts oder am Ende des Pfads stehen.',
      topLevel: 'Nach * muss eine Domain folgen, etwa *.example.com.',
      noOrigin: 'Nur Schema, Host und Port, etwa https://app.example.com.',
    },
  },
);
