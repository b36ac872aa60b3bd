import { basePath, withBase } from '#lib/base-path.ts'
import { browserStorage, tabStorage } from '#lib/browser/browser-storage.ts'

const flag = 'bozzetto-forget'
const channel = 'bozzetto-sign-out'
const personKey = 'bozzetto-person'
const placeKey = 'bozzetto-come-back'

/**
 * Deletes everything that the app has stored in this browser, and reloads all tabs, because an open
 * tab would store its state again.
 * @param nextPerson the person who has signed in instead.
 * @param isPlaceKept reloads the current address instead of the start page.
 */
export function forgetAndReload(nextPerson = '', isPlaceKept = false): void {
  forgetInOtherTabs()
  reload(nextPerson, isPlaceKept)
}

/**
 * One channel for the whole page, because a second channel would receive the messages of the first
 * channel.
 */
let tabs: BroadcastChannel | undefined
const otherTabs = (): BroadcastChannel => (tabs ??= new BroadcastChannel(channel))

function forgetInOtherTabs(): void {
  // `postMessage` of a BroadcastChannel has no parameter for the target origin: it reaches only
  // this origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  otherTabs().postMessage('forget')
}

/**
 * Completes the deletion after the reload, before other code reads stored data. Also makes this tab
 * follow a sign-out in another tab.
 */
export function forgetAtStart(): void {
  const nextPerson = tabStorage.getItem(flag)
  if (nextPerson !== null) {
    forget()
    if (nextPerson !== '') rememberPerson(nextPerson)
  }
  comeBack()
  otherTabs().addEventListener('message', () => reload(''))
}

let refusal: { reason: string; purpose: string } | undefined
export const signInRefusal = (purpose: string): string | undefined =>
  refusal?.purpose === purpose ? refusal.reason : undefined

/**
 * Stores the current address before the browser leaves for the identity provider.
 * @param purpose a single word.
 */
export const rememberPlace = (purpose: string): void =>
  void tabStorage.setItem(
    placeKey,
    `${purpose} ${window.location.pathname}${window.location.search}`,
  )

/**
 * Returns to the address that was open before the visit to the identity provider. Deletes the
 * stored data only if another person has signed in, so that a forged link cannot cause a deletion.
 */
function comeBack(): void {
  const { hash, search } = window.location
  const told = new URLSearchParams(hash.slice(1))
  const person = told.get('signed-in')
  const reason = new URLSearchParams(search).get('sign-in')
  const kept = tabStorage.getItem(placeKey)
  if (kept === null || (person === null && reason === null && !told.has('confirmed'))) return
  tabStorage.removeItem(placeKey)
  const [purpose = '', place = withBase('/')] = kept.split(' ')
  history.replaceState(null, '', place)
  refusal = reason === null ? undefined : { reason, purpose }
  if (person === null || isPersonHere(person)) return
  forgetInOtherTabs()
  forget()
  rememberPerson(person)
}

/**
 * Returns whether the drafts and settings in this browser belong to the person with this email
 * address.
 */
export const isPersonHere = (email: string): boolean => browserStorage.getItem(personKey) === email

/** Returns whether anybody has ever signed in to an account in this browser. */
export const hasLocalAccount = (): boolean => browserStorage.getItem(personKey) !== null

/** Returns whether the server has accounts, according to a cookie that scripts can read. */
export const hasPeople = (): boolean =>
  hasLocalAccount() || /(?:^|; )(?:__(?:Host|Secure)-)?bozzetto-\w+-people=1/.test(document.cookie)

export const rememberPerson = (email: string): void => void browserStorage.setItem(personKey, email)

function reload(nextPerson: string, isPlaceKept = false): void {
  forget()
  // The deletion follows after the reload, because open tabs may still store data while they close.
  tabStorage.setItem(flag, nextPerson)
  if (isPlaceKept) window.location.reload()
  else window.location.replace(withBase('/'))
}

/** With a base path, other apps share this origin, so keep their data. */
const isOwnName = (name: string): boolean =>
  basePath === '' || /^(?:bozzetto|image-to-3d-networks)/.test(name)

function forget(): void {
  for (const key of browserStorage.listKeys().filter(isOwnName)) browserStorage.removeItem(key)
  for (const key of tabStorage.listKeys().filter(isOwnName)) tabStorage.removeItem(key)
  void dropDatabases()
  void dropCaches()
}

async function dropDatabases(): Promise<void> {
  try {
    for (const { name } of await indexedDB.databases()) {
      if (name !== undefined && isOwnName(name)) indexedDB.deleteDatabase(name)
    }
  } catch (error) {
    console.warn('What the app has kept in IndexedDB could not be listed.', error)
  }
}

/** Deletes the caches of the Cache API, which browsers provide only over HTTPS or on localhost. */
async function dropCaches(): Promise<void> {
  if (!('caches' in window)) return
  try {
    for (const name of (await caches.keys()).filter(isOwnName)) await caches.delete(name)
  } catch (error) {
    console.warn('What the app has kept in caches could not be dropped.', error)
  }
}
