import { germanReason } from '../password-reasons.ts';
import type { Texts } from './text.ts';

export const german: Texts = {
  signIn: {
    title: (project) => `Bei ${project} anmelden`,
    loginId: 'E-Mail-Adresse, Telefonnummer oder Benutzername',
    next: 'Weiter',
    signUp: 'Ein Konto anlegen',
  },
  signUp: {
    title: (project) => `Ein Konto bei ${project} anlegen`,
    loginId: 'E-Mail-Adresse oder Telefonnummer',
    name: 'Ihr Name (freiwillig)',
    next: 'Weiter',
    signIn: 'Mit einem vorhandenen Konto anmelden',
  },
  account: { change: 'Das sind nicht Sie?' },
  password: {
    title: 'Passwort eingeben',
    newTitle: 'Passwort wählen',
    label: 'Passwort',
    newLabel: 'Neues Passwort',
    oldLabel: 'Altes Passwort',
    show: 'Passwort anzeigen',
    submit: 'Anmelden',
    create: 'Konto anlegen',
    replaceTitle: 'Neues Passwort wählen',
    replaceLead: 'Ihr bisheriges Passwort war vorläufig oder ist zu alt.',
    replace: 'Ändern und anmelden',
    forgot: 'Passwort vergessen?',
    atLeast: (characters) => `Mindestens ${characters} Zeichen: Ein Satz lässt sich gut merken.`,
    needs: {
      lowercase: 'Es braucht einen Kleinbuchstaben.',
      uppercase: 'Es braucht einen Großbuchstaben.',
      number: 'Es braucht eine Ziffer.',
      nonAlphanumeric: 'Es braucht ein Zeichen, das weder Buchstabe noch Ziffer ist.',
    },
    why: (reason) => `Dieses Passwort geht nicht: ${germanReason(reason)}.`,
  },
  code: {
    title: 'Code eingeben',
    sentBy: {
      email:
        'Wenn es ein Konto mit diesem Namen gibt, ist eine Mail mit einem sechsstelligen Code unterwegs.',
      sms: 'Wenn es ein Konto mit diesem Namen gibt, ist eine SMS mit einem sechsstelligen Code unterwegs.',
    },
    label: 'Sechsstelliger Code',
    submit: 'Anmelden',
    again: 'Neuen Code schicken',
  },
  link: {
    title: 'Sehen Sie nach, ob eine Nachricht da ist',
    lead: 'Wenn es ein Konto mit diesem Namen gibt, ist ein Link unterwegs. Öffnen Sie ihn innerhalb von zehn Minuten.',
    again: 'Noch einen Link schicken',
  },
  totp: {
    title: 'Code der App eingeben',
    lead: 'Ihre Authenticator-App zeigt alle 30 Sekunden einen neuen Code.',
    submit: 'Anmelden',
  },
  enrol: {
    title: 'Authenticator-App einrichten',
    lead: 'Scannen Sie dieses Bild mit der App, oder tippen Sie den Schlüssel ein. Geben Sie dann den Code ein, den sie zeigt.',
    qr: 'QR-Code. Der Schlüssel darunter sagt dasselbe.',
    key: 'Schlüssel',
    label: 'Sechsstelliger Code',
    submit: 'Fertig',
    later: 'Jetzt nicht',
  },
  sso: {
    title: 'Über Ihre Organisation anmelden',
    lead: 'Ihre Organisation hat eine eigene Anmeldeseite.',
    go: 'Weiter zu Ihrer Organisation',
  },
  oauth: {
    title: 'Mit einem anderen Konto anmelden',
    lead: 'Sie melden sich dort an und kommen hierher zurück.',
    go: (provider) => `Weiter mit ${provider}`,
    other: 'Anders anmelden',
  },
  passkey: {
    title: 'Mit einem Passkey anmelden',
    lead: 'Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN.',
    use: 'Einen Passkey verwenden',
    none: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
    other: 'Anders anmelden',
  },
  secondFactor: {
    title: 'Bestätigen Sie, dass Sie es sind',
    lead: {
      totp: 'Geben Sie den Code ein, den Ihre Authenticator-App zeigt.',
      passkey: 'Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN.',
      email: 'Wir haben Ihnen einen sechsstelligen Code per Mail geschickt.',
      sms: 'Wir haben Ihnen einen sechsstelligen Code per SMS geschickt.',
      recoveryCode: 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal.',
      password: 'Geben Sie zusätzlich Ihr Passwort ein.',
    },
    recoveryCode: 'Wiederherstellungscode',
    submit: 'Weiter',
    heading: 'Etwas anderes verwenden',
    methods: {
      totp: 'Authenticator-App',
      passkey: 'Passkey',
      email: 'Code per Mail',
      sms: 'Code per SMS',
      recoveryCode: 'Wiederherstellungscode',
      password: 'Passwort',
    },
    trust: 'Diesem Gerät vertrauen',
    trustHint: 'Sie werden hier seltener gefragt. Nicht für Geräte, die auch andere benutzen.',
    noWay:
      'Zur Anmeldung brauchen Sie einen zweiten Schritt, und hier ist keiner möglich. Wenden Sie sich an den Support der Anwendung.',
  },
  addFactor: {
    title: 'Schützen Sie Ihr Konto',
    lead: 'Zur Anmeldung gehört jetzt ein zweiter Schritt. Wählen Sie, was Sie dafür verwenden möchten.',
    leadUntil: (day) =>
      `Ab dem ${day} gehört zur Anmeldung ein zweiter Schritt. Wählen Sie, was Sie dafür verwenden möchten.`,
    later: 'Jetzt nicht',
  },
  addPasskey: {
    title: 'Passkey erstellen',
    lead: 'Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN und merkt sich dieses Konto.',
    use: 'Passkey erstellen',
    none: 'Es wurde kein Passkey erstellt. Versuchen Sie es noch einmal, oder wählen Sie etwas anderes.',
    other: 'Etwas anderes wählen',
  },
  offerPasskey: {
    title: 'Beim nächsten Mal schneller anmelden',
    lead: 'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder PIN an statt mit Ihrem Passwort.',
    use: 'Passkey erstellen',
    none: 'Es wurde kein Passkey erstellt. Versuchen Sie es noch einmal, oder machen Sie ohne weiter.',
    later: 'Nicht jetzt',
  },
  methods: {
    heading: 'Andere Wege zur Anmeldung',
    signUpHeading: 'Andere Wege zum Konto',
    password: 'Mit Passwort',
    newPassword: 'Mit einem Passwort',
    emailCode: 'Code per Mail bekommen',
    smsCode: 'Code per SMS bekommen',
    magicLink: 'Link bekommen',
    totp: 'Mit einer Authenticator-App',
    newTotp: 'Mit einer Authenticator-App',
    sso: 'Über Ihre Organisation',
  },
  verify: {
    title: (project) => `Bei ${project} anmelden`,
    lead: 'Sie haben einen Link geöffnet, der Sie anmeldet. Er gilt einmal.',
    submit: 'Anmelden',
    confirmTitle: 'Sind Sie das?',
    confirmLead:
      'Machen Sie nur weiter, wenn Sie gerade danach gefragt haben und dies die Nummer ist, die Ihnen gezeigt wurde.',
    confirm: 'Ja, das bin ich',
    doneTitle: 'Bestätigt',
    done: 'Sie können diese Seite schließen und zur Anwendung zurückgehen.',
    confirmed: 'Auf dem anderen Gerät geht es jetzt weiter. Sie können diese Seite schließen.',
  },
  invite: {
    title: (project) => `Willkommen bei ${project}`,
    lead: (loginId) => `Sie sind eingeladen als ${loginId}.`,
    openLead: 'Sie sind eingeladen. Die Einladung gilt einmal.',
    open: 'Einladung annehmen',
    setPassword: 'Passwort festlegen',
    withTotp: 'Eine Authenticator-App nehmen',
    without: 'Ohne Passwort weiter',
    or: 'Oder',
  },
  reset: {
    title: 'Neues Passwort wählen',
    openTitle: 'Ein neues Passwort',
    openLead: 'Sie haben einen Link geöffnet, mit dem Sie ein neues Passwort festlegen. Er gilt einmal.',
    open: 'Weiter',
    lead: (loginId) => `Für ${loginId}.`,
    endsOthers: 'Überall sonst werden Sie abgemeldet.',
    submit: 'Passwort festlegen',
    sentTitle: 'Sehen Sie nach, ob eine Nachricht da ist',
    sent: 'Wenn es ein Konto mit diesem Namen gibt, ist ein Link für ein neues Passwort unterwegs.',
    number: (linkId) => `Öffnen Sie in der Mail den Link mit der Nummer ${linkId}. Dann geht es hier weiter.`,
    next: 'Weiter',
  },
  done: { title: 'Fertig', lead: 'Sie können diese Seite schließen und zur Anwendung zurückgehen.' },
  dead: {
    title: 'Das geht nicht mehr',
    elsewhere: 'Öffnen Sie diesen Link in einem anderen Browser',
    link: 'Der Link ist nicht vollständig. Öffnen Sie ihn noch einmal aus der Nachricht, oder lassen Sie sich einen neuen schicken.',
    page: 'Diese Seite war zu lange offen, oder Ihr Browser behält keine Cookies.',
    address:
      'Die Anwendung hat Sie mit einer Adresse hierher geschickt, die sie nicht benutzen darf. Sagen Sie das ihren Betreibern.',
    again: 'Von vorn beginnen',
    notFound: 'Diese Seite gibt es nicht',
    project:
      'Es gibt kein Projekt mit dieser ID. Gehen Sie zurück zur Anwendung. Geschieht es wieder, sagen Sie es ihren Betreibern.',
    wrongPlace: 'Diese Seite wurde von einer anderen Website geöffnet',
    origin:
      'Das Formular kam von einer anderen Website, deshalb ist nichts geschehen. Beginnen Sie hier von vorn.',
    baseUrl: (opened, right) =>
      `Sie haben diese Seite unter ${opened} geöffnet, sie geht aber nur unter ${right}. Beginnen Sie dort von vorn. Die Betreiber können die Adresse ändern (LATCHKEY_BASE_URL).`,
  },
  problems: {
    wrongCode: () => 'Der Code ist falsch. Sehen Sie noch einmal nach, oder holen Sie einen neuen.',
    tooManyCodes: ({ seconds }) =>
      `Zu viele falsche Codes. ${seconds ? waitGerman(seconds) : 'Holen Sie einen neuen.'}`,
    oldCode: () => 'Der Code ist zu alt. Holen Sie einen neuen.',
    taken: () => 'Es gibt schon ein Konto mit diesem Namen. Melden Sie sich damit an.',
    disabled: () => 'Dieses Konto ist gesperrt. Fragen Sie die Betreiber der Anwendung.',
    notYet: () => 'Der Link mit dieser Nummer wurde noch nicht geöffnet.',
    otherSession: () =>
      'Dieser Link gilt nur in dem Browser, in dem Sie bei der Anwendung angemeldet sind. Öffnen Sie ihn dort.',
    deadLink: () =>
      'Der Link wurde schon benutzt oder durch einen neueren ersetzt. Lassen Sie sich einen neuen schicken.',
    wrongNumber: () => 'Dieser Link hat nicht die Zahl, die angezeigt wurde. Beginnen Sie von vorn.',
    oldLink: () => 'Der Link ist zu alt. Lassen Sie sich einen neuen schicken.',
    wrongPassword: () => 'Der Name oder das Passwort ist falsch.',
    lockedPassword: () => 'Nach zu vielen falschen Passwörtern muss es neu festgelegt werden.',
    oldPassword: () => 'Das Passwort gilt nicht mehr. Legen Sie ein neues fest.',
    tooLate: () => 'Das hat zu lange gedauert. Beginnen Sie von vorn.',
    ssoOnly: () =>
      'Ihre Organisation möchte, dass Sie sich auf ihrer eigenen Seite anmelden. Beginnen Sie noch einmal mit Ihrer Adresse dort.',
    notAllowed: () =>
      'So können Sie sich nicht anmelden. Nehmen Sie einen anderen Weg, oder wenden Sie sich an den Support der Anwendung.',
    ssoBroken: () => 'Die Anmeldung über Ihre Organisation geht gerade nicht.',
    cannotSend: () => 'Die Nachricht kann gerade nicht gesendet werden. Nehmen Sie einen anderen Weg.',
    tooMany: ({ seconds }) => `Zu viele Versuche. ${waitGerman(seconds)}`,
    wrongForm: () => 'Das kann nicht stimmen. Prüfen Sie, was Sie eingegeben haben.',
    weakPassword: ({ reason = '' }) => german.password.why(reason),
    noWay: () => 'Damit kann man sich hier nicht anmelden. Versuchen Sie Ihre E-Mail-Adresse.',
    wrongPasskey: () =>
      'Mit diesem Passkey geht es hier nicht. Verwenden Sie einen anderen, oder nehmen Sie einen anderen Weg.',
    providerDenied: () =>
      'Sie haben die Anmeldung dort nicht erlaubt. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
    providerConflict: () =>
      'Hier gibt es schon ein Konto, zu dem diese Anmeldung nicht gehört. Melden Sie sich damit an wie bisher.',
    providerUser: () =>
      'Mit jenem Konto kann sich hier niemand anmelden. Verwenden Sie ein anderes, oder nehmen Sie einen anderen Weg.',
    providerBroken: () =>
      'Diese Anmeldung geht gerade nicht. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
    mistake: () => 'Das hat nicht geklappt. Beginnen Sie von vorn.',
  },
};

function waitGerman(seconds = 60): string {
  return seconds < 120
    ? `Versuchen Sie es in ${seconds} Sekunden wieder.`
    : `Versuchen Sie es in ${Math.ceil(seconds / 60)} Minuten wieder.`;
}
