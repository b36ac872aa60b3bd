import type { SignInRefusal } from '#contract/access/access.ts'
import type { AuditEvent, AuditKind } from '#contract/access/audit.ts'
import { formatCount, joinWithCommas } from '#lib/format.ts'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { dateLanguage } from '#lib/language/translate.ts'
import { t } from '#languages/settings.ts'
import { settingGroups } from '../server/setting-groups.ts'

/** A pattern of the server's English subjects, and its wording with the parts in brackets. */
type Wording = readonly [pattern: RegExp, word: (...parts: string[]) => string]

const words = (texts: Readonly<Record<string, string>>): Wording[] =>
  Object.entries(texts).map(([english, text]) => [new RegExp(`^${english}$`), () => text])

const refusalReasons = words({
  refused: t('refused // sign-in'),
  unreachable: t('cannot be reached'),
  unverified: t('email address not verified'),
  waiting: t('waits for approval'),
  no_access: t('no access'),
  other_person: t('signed in as someone else'),
  taken: t('belongs to someone else // account'),
} satisfies Record<SignInRefusal, string>)

const refusals: readonly Wording[] = [
  ...refusalReasons,
  [/^(.+): (\w+)$/, (name, reason) => `${name}: ${wordBy(refusalReasons, reason)}`],
]

const signInMethods: readonly Wording[] = [
  ...words({
    link: t('with the link'),
    password: t('with the password'),
    'password and code': t('with the password and a code'),
    'password and recovery code': t('with the password and a recovery code'),
    passkey: t('with a passkey'),
    proxy: t('by the proxy'),
    directory: t('by the directory'),
    'identity provider': t('by the identity provider'),
  }),
  [/^(password|passkey) for (.+)$/, (method, account) => withName(wordPart(method), account)],
  [
    /^(directory|identity provider|proxy): (.+)$/,
    (by, rest) => `${wordPart(by)}: ${wordBy(refusals, rest)}`,
  ],
]

function wordPart(method: string): string {
  return wordBy(signInMethods, method)
}

const withName = (text: string, name: string): string => t('{text}, for {name}', { text, name })

const roles = words({
  admin: t('Admin'),
  member: t('Member'),
  editor: t('Editor'),
  viewer: t('Viewer'),
  'turned off': t('turned off // account'),
})

const byGroup: Wording = [
  /^(.+), by group$/,
  (text) => joinWithCommas([wordMember(text), t('by group')]),
]

function wordMember(text: string): string {
  return wordBy(membership, text)
}

const membership: readonly Wording[] = [
  byGroup,
  [/^(.+): now (.+)$/, (team, name) => t('{team}: now {name}', { team, name })],
  [/^(.+): without (.+)$/, (team, person) => t('{team}: {person} removed', { team, person })],
  [
    /^(.+): (.+) is (\w+)$/,
    (team, person, role) => `${team}: ${joinWithCommas([person, wordBy(roles, role)])}`,
  ],
  [/^(.+): (turned off|\w+)$/, (person, state) => `${person}: ${wordBy(roles, state)}`],
]

const shared: readonly Wording[] = [
  [/^conversation (.+)$/, (id) => t('chat {id}', { id })],
  [/^asset (.+)$/, (id) => t('model {id}', { id })],
]

const scopes: readonly Wording[] = [
  ...words({ server: t('The whole server'), everyone: t('Each person') }),
  [/^team (.+)$/, (name) => t('Team {name}', { name })],
  [/^key (.+)$/, (name) => t('API key {name}', { name })],
  [/^(?:person|model) (.+)$/, (name) => name],
]

const amounts: readonly Wording[] = [
  [/^([\d,]+) tokens$/, (count) => t('{count} tokens', { count: localCount(count) })],
  [
    /^([\d,]+) 3D models?$/,
    (count) =>
      t('{models, plural, one {# 3D model} other {# 3D models}}', { models: toCount(count) }),
  ],
]

const toCount = (english: string): number => Number(english.replaceAll(',', ''))
const localCount = (english: string): string => formatCount(toCount(english))

const limits: readonly Wording[] = [
  [
    /^(.+): (.+) a day$/,
    (whom, amount) =>
      `${wordBy(scopes, whom)}: ${t('{amount} a day', { amount: wordBy(amounts, amount) })}`,
  ],
  [
    /^(.+): (.+) a month$/,
    (whom, amount) =>
      `${wordBy(scopes, whom)}: ${t('{amount} a month', { amount: wordBy(amounts, amount) })}`,
  ],
]

const settingValues = words({
  [String.raw`\(secret\)`]: t('(secret)'),
  [String.raw`\(none\)`]: t('(none)'),
})

const labelOf = (name: string): string =>
  settingGroups.flatMap(({ settings }) => settings).find((one) => one.name === name)?.label ?? name

const wordings: Partial<Record<AuditKind, readonly Wording[]>> = {
  sign_in: signInMethods,
  sign_in_failed: signInMethods,
  session_ended: [
    ...words({ 'all others': t('all other sessions') }),
    [/^session .+$/, () => t('one session')],
    [/^all of person .+$/, () => t('all sessions of one person')],
    [
      /^all of (.+), at the directory$/,
      (email) => t('all of {email}, by the directory', { email }),
    ],
    [
      /^(\d+), at the identity provider$/,
      (count) => joinWithCommas([count, t('by the identity provider')]),
    ],
  ],
  password_set: [
    ...words({ owner: t('by the owner'), environment: t('from the environment') }),
    [/^(.+): by a link in a mail$/, (email) => t('{email}: by a link in an email', { email })],
  ],
  second_factor_failed: [
    ...words({
      wrong: '',
      'used before': t('used before // code'),
      'while it was set up': t('during setup'),
    }),
    [/^wrong for (.+)$/, (name) => t('for {name}', { name })],
    [/^used before for (.+)$/, (name) => withName(t('used before // code'), name)],
  ],
  limit_hit: [
    ...words({
      'signing in': t('attempts to sign in'),
      'two-factor codes': t('attempts with two-factor codes'),
    }),
    [
      /^This key is limited to (\d+) requests a minute$/,
      (count) => t('requests of an API key per minute: {count}', { count }),
    ],
    [
      /^This key is limited to (\d+) read requests a minute$/,
      (count) => t('read requests of an API key per minute: {count}', { count }),
    ],
  ],
  origin_refused: [[/^(\S+) on (.+)$/, (origin, request) => `${origin} · ${request}`]],
  limit_set: limits,
  limit_removed: limits,
  key_wrong: [
    ...words({ 'SCIM token': t('Token for user provisioning') }),
    [/^(\S+) was revoked$/, (key) => t('{key} was revoked', { key })],
    [/^(\S+) expired$/, (key) => t('{key} has expired', { key })],
  ],
  share_made: shared,
  share_ended: shared,
  export: [
    ...words({
      'audit log': t('Security log'),
      'all conversations': t('All chats'),
      library: t('Library'),
      everything: t('Everything'),
    }),
    ...shared,
    [/^backup to (.+)$/, (place) => t('backup to {place}', { place })],
    [/^backup with keys to (.+)$/, (place) => t('backup with keys to {place}', { place })],
  ],
  restore: [[/^backup of (.+)$/, (date) => t('backup of {date}', { date: formatDate(date) })]],
  connection_changed: words({ 'keys rotated': t('keys rotated') }),
  webhook_secret_made: words({ 'alerts: shown': t('secret of the alerts') }),
  scim_token_set: words({ created: t('created // token'), revoked: t('revoked // token') }),
  server_setting_changed: [
    [
      /^(BOZZETTO_\w+): (.*)$/,
      (name, value) => `${labelOf(name)}: ${wordBy(settingValues, value)}`,
    ],
  ],
  person_invited: [[/^(.+): new link$/, (name) => t('{name}: new link', { name })]],
  person_changed: membership,
  team_changed: membership,
  person_deletion_set: [[/^(.+): (\d{4}-.+)$/, (email, date) => `${email}: ${formatDate(date)}`]],
  person_handed_over: [
    [/^(\S+) to (\S+)$/, (giver, taker) => t('from {giver} to {taker}', { giver, taker })],
  ],
  chat_read: [[/^(.+): chat (.+)$/, (email, id) => `${email}: ${t('chat {id}', { id })}`]],
  access_changed: [
    [/^chat for (.+)$/, (name) => withName(t('chat // shared'), name)],
    [/^model for (.+)$/, (name) => withName(t('model // shared'), name)],
  ],
  model_access_set: [
    [/^(.+): everyone$/, (model) => `${model}: ${t('Everyone')}`],
    [
      /^(.+): (\d+) (?:person|people), (\d+) teams?$/,
      (model, people, teams) =>
        t(
          '{model}: {people, plural, one {# person} other {# people}}, {teams, plural, one {# team} other {# teams}}',
          { model, people: Number(people), teams: Number(teams) },
        ),
    ],
  ],
}

const everyKind = words({ 'many more like this': t('many more like this') })

/** Returns what an event of the security log is about, in the language of this page. */
export function describeSubject({ kind, subject }: Pick<AuditEvent, 'kind' | 'subject'>): string {
  const found = wordBy([...(wordings[kind] ?? []), ...everyKind], subject)
  // Refusals are sentences. Other subjects are names, which have no translation.
  return found === subject && sentenceKinds.has(kind) ? translateSentence(subject) : found
}

const sentenceKinds: ReadonlySet<AuditKind> = new Set([
  'people_settings_changed',
  'key_forbidden',
  'limit_hit',
])

/** Returns the wording of the first pattern that matches, or the text if none does. */
function wordBy(list: readonly Wording[], text: string): string {
  for (const [pattern, word] of list) {
    const found = pattern.exec(text)
    if (found) return word(...found.slice(1))
  }
  return text
}

/** @param date in ISO format. Other texts stay as they are. */
function formatDate(date: string): string {
  const time = Date.parse(date)
  return Number.isNaN(time) ? date : new Date(time).toLocaleString(dateLanguage)
}

const actors: readonly Wording[] = [
  ...words({
    'owner at the terminal': t('by the owner at the terminal'),
    'key from the environment': t('by a key from the environment'),
    scim: t('by the directory'),
  }),
  [/^key (sa-\S+)$/, (key) => t('by {actor}', { actor: t('API key {name}', { name: key }) })],
  // The exported log has the id of the session.
  [/^(.+), session \w+$/, (email) => t('by {actor}', { actor: email })],
  [/^session \w+$/, () => ''],
  [/^(.+)$/, (actor) => t('by {actor}', { actor })],
]

/** Returns who caused an event, or an empty text if the log has no name. */
export const describeActor = (actor: string): string => wordBy(actors, actor)
