import { defineMessages } from '../../i18n/languages.ts';

/** Texts of the tabs of a flow. */
export const flowTabMessages = defineMessages(
  {
    picture: 'Picture of the flow',
    pictureLead:
      'From the first screen to the signed-in user. Screens in one frame open each other. Choose a screen to see what it opens.',
    firstScreen: 'First screen',
    ends: {
      done: 'Signed in',
      otherSite: 'Another site',
      passkeyDialog: 'Passkey dialog',
    } as Record<string, string>,
    transitions: 'Transitions',
    allTransitions: 'List all',
    fewerTransitions: 'List only the chosen screen',
    noneChosen: 'Choose a screen in the picture, or list all.',
    opens: (screens: string) => `Opens: ${screens}`,
    noInteraction: 'Only shows a text.',

    preview: 'Preview',
    previewLead:
      'The component as your users see it. Codes and links are really sent, and limits count. The preview keeps no session.',
    theme: 'Color scheme',
    themes: { light: 'Light', dark: 'Dark' },
    language: 'Language',
    startAgain: 'Start again',
    previewLimits: 'Passkeys and sign-ins at other sites work only in your own page.',
    notInstalled: 'The components are not installed',
    notInstalledLead:
      'Pages cannot show this flow yet. Run the command on the server, and load the preview again.',
    isOff: 'This flow is off',
    isOffLead: 'Pages cannot start it. Turn it on to see the preview.',
    signedIn: 'Signed in. The preview has ended this session.',
    signedInUntil: 'Signed in. No browser has the token of this session, and it ends when it expires.',
    leaves: (host: string) =>
      `Here the flow continues at ${host}. The preview stops, because it has no address to return to.`,
    previewFailed: 'The component reports an error',

    texts: 'Texts',
    textsLead: 'Leave a field empty to keep the built-in text, which it shows.',
    keepsValues: (values: string) => `Keep ${values} in the text. Latchkey fills in the value.`,
    replaced: (count: number) => (count === 1 ? '1 replaced' : `${count} replaced`),
    noTexts: 'This flow has no texts to replace.',

    details: 'Details',
    methods: 'Sign-in methods',
    methodsLead: 'A flow can offer fewer methods than the project, in its own order.',
    asProject: 'As in the project',
    ownMethods: 'Own choice and order',
    noMethods: 'No methods are turned on, so users cannot sign in with this flow.',
    projectMethods: 'Edit the methods of the project',
    methodsNotUsed: 'This flow offers no choice of methods.',

    code: 'Code',
    codeLead: 'Shows this flow in your page. Add the origin of the page to the allowed origins.',
    framework: 'Framework',
    toOrigins: 'Edit allowed origins',
    example: (framework: string) => `the example for ${framework}`,

    definition: 'Definition',
    definitionLead:
      'The flow as JSON, with the interactions of each screen and what can follow. Latchkey checks it when you save.',
    line: (line: number) => `Line ${line}`,
    notJson: 'This is not JSON.',
    mustBeObject: 'The definition must be an object in braces.',
  },
  {
    picture: 'Bild des Ablaufs',
    pictureLead:
      'Von der ersten Ansicht bis zur Anmeldung. Ansichten in einem Rahmen führen auch zueinander. Wählen Sie eine Ansicht, um zu sehen, wohin sie führt.',
    firstScreen: 'Erste Ansicht',
    ends: { done: 'Angemeldet', otherSite: 'Andere Website', passkeyDialog: 'Passkey-Dialog' },
    transitions: 'Übergänge',
    allTransitions: 'Alle auflisten',
    fewerTransitions: 'Nur die gewählte Ansicht',
    noneChosen: 'Wählen Sie eine Ansicht im Bild, oder lassen Sie alle auflisten.',
    opens: (screens) => `Führt zu: ${screens}`,
    noInteraction: 'Zeigt nur einen Text.',

    preview: 'Vorschau',
    previewLead:
      'Die Komponente, wie Ihre Benutzer sie sehen. Codes und Links werden wirklich gesendet, und Limits zählen. Die Vorschau behält keine Sitzung.',
    theme: 'Farbschema',
    themes: { light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    startAgain: 'Neu beginnen',
    previewLimits: 'Passkeys und Anmeldungen auf anderen Websites gehen nur in Ihrer eigenen Seite.',
    notInstalled: 'Die Komponenten sind nicht installiert',
    notInstalledLead:
      'Seiten können diesen Ablauf noch nicht zeigen. Führen Sie den Befehl auf dem Server aus, und laden Sie die Vorschau neu.',
    isOff: 'Dieser Ablauf ist aus',
    isOffLead: 'Seiten können ihn nicht beginnen. Schalten Sie ihn ein, um die Vorschau zu sehen.',
    signedIn: 'Angemeldet. Die Vorschau hat diese Sitzung beendet.',
    signedInUntil:
      'Angemeldet. Kein Browser hat das Token dieser Sitzung; sie endet, wenn ihre Gültigkeit abläuft.',
    leaves: (host) =>
      `Hier geht der Ablauf bei ${host} weiter. Die Vorschau hält an, denn sie hat keine Adresse für den Rückweg.`,
    previewFailed: 'Die Komponente meldet einen Fehler',

    texts: 'Texte',
    textsLead: 'Leer bleibt der eingebaute Text, der im Feld steht.',
    keepsValues: (values) => `Behalten Sie ${values} im Text. Latchkey setzt dort den Wert ein.`,
    replaced: (count) => `${count} ersetzt`,
    noTexts: 'Dieser Ablauf hat keine Texte, die man ersetzen kann.',

    details: 'Angaben',
    methods: 'Anmeldeverfahren',
    methodsLead: 'Ein Ablauf kann weniger Verfahren anbieten als das Projekt, in seiner eigenen Reihenfolge.',
    asProject: 'Wie im Projekt',
    ownMethods: 'Eigene Auswahl und Reihenfolge',
    noMethods: 'Kein Verfahren ist an: Mit diesem Ablauf kann sich niemand anmelden.',
    projectMethods: 'Zu den Verfahren des Projekts',
    methodsNotUsed: 'Dieser Ablauf bietet keine Verfahren zur Wahl an.',

    code: 'Code',
    codeLead:
      'Zeigt diesen Ablauf in Ihrer Seite. Setzen Sie den Ursprung der Seite auf die Liste der erlaubten Ursprünge.',
    framework: 'Framework',
    toOrigins: 'Zu den erlaubten Ursprüngen',
    example: (framework) => `Beispiel für ${framework}`,

    definition: 'Definition',
    definitionLead:
      'Der Ablauf als JSON, mit den Interaktionen jeder Ansicht und dem, was folgen kann. Latchkey prüft ihn beim Speichern.',
    line: (line) => `Zeile ${line}`,
    notJson: 'Das ist kein JSON.',
    mustBeObject: 'Die Definition muss ein Objekt in geschweiften Klammern sein.',
  },
);
