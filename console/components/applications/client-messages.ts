import { defineMessages } from '../../i18n/languages.ts';

export const clientMessages = defineMessages(
  {
    title: 'Security',
    lead: 'Turn these on if the application supports them.',
    method: 'Client authentication',
    methodLead: 'How the application authenticates.',
    methods: {
      any: 'Client secret or key',
      client_secret_basic: 'Client secret in the header (client_secret_basic)',
      client_secret_post: 'Client secret in the form (client_secret_post)',
      private_key_jwt: 'Key only (private_key_jwt)',
    },
    needsKeys: 'Enter the application’s public keys or their URL below.',
    keys: 'Public keys',
    keysLead: 'The application’s public keys as JSON Web Keys. Never enter a private key.',
    noKeys: 'Enter a JSON Web Key, or a key set with “keys”.',
    jwksUri: 'Public key URL',
    jwksUriLead: 'Where the application publishes its keys. Use either this or the field above.',
    pushed: 'Require pushed requests',
    pushedLead:
      'The application sends each request to this server first, so that no browser can change it (PAR).',
    resources: 'Resources',
    resourcesLead:
      'APIs that the application may request access tokens for. The token’s audience is the API.',
    noResource: 'Enter a complete URL or URN without a # part.',
    subject: 'User identifier (sub)',
    subjectLead: 'Existing users get new identifiers in the application when you change this.',
    subjects: {
      public: 'User ID, the same for all applications',
      pairwise: 'Pairwise: different for each organization',
    },
    sector: 'Sector identifier URL',
    sectorLead:
      'Applications with the same host here get the same identifiers. Leave empty to use the host of the redirect URLs.',
  },
  {
    title: 'Sicherheit',
    lead: 'Schalten Sie ein, was die Anwendung unterstützt.',
    method: 'Wie sie sich ausweist',
    methodLead: 'Womit die Anwendung beweist, wer sie ist.',
    methods: {
      any: 'Client-Geheimnis oder Schlüssel',
      client_secret_basic: 'Client-Geheimnis im Header (client_secret_basic)',
      client_secret_post: 'Client-Geheimnis im Formular (client_secret_post)',
      private_key_jwt: 'Nur Schlüssel (private_key_jwt)',
    },
    needsKeys: 'Tragen Sie unten die öffentlichen Schlüssel der Anwendung oder deren Adresse ein.',
    keys: 'Öffentliche Schlüssel',
    keysLead:
      'Die öffentlichen Schlüssel der Anwendung als JSON Web Keys. Tragen Sie nie einen privaten Schlüssel ein.',
    noKeys: 'Nötig ist ein JSON Web Key oder eine Schlüsselliste mit „keys“.',
    jwksUri: 'Adresse der öffentlichen Schlüssel',
    jwksUriLead: 'Wo die Anwendung ihre Schlüssel veröffentlicht. Nur eines der beiden Felder.',
    pushed: 'Anfragen müssen vorab gesendet werden',
    pushedLead:
      'Die Anwendung sendet jede Anfrage zuerst an diesen Server, so dass kein Browser sie ändern kann (PAR).',
    resources: 'Ressourcen',
    resourcesLead:
      'APIs, für die sie Zugriffs-Token verlangen darf. Die API ist dann der Empfänger des Tokens.',
    noResource: 'Nötig ist eine vollständige URL oder URN ohne #-Teil.',
    subject: 'Kennung der Benutzer (sub)',
    subjectLead: 'Wenn Sie das ändern, bekommen auch vorhandene Benutzer in der Anwendung neue Kennungen.',
    subjects: {
      public: 'Benutzer-ID, für alle Anwendungen gleich',
      pairwise: 'Paarweise: für jede Organisation eine andere',
    },
    sector: 'Sektor-Adresse',
    sectorLead:
      'Anwendungen mit demselben Host bekommen dieselben Kennungen. Leer: der Host der Weiterleitungs-URLs.',
  },
);
