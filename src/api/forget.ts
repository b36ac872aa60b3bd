import { browserStorage } from '#lib/browser/browser-storage.ts'

const flag = 'bozzetto-forget'
const channel = 'bozzetto-sign-out'
const personKey = 'bozzetto-person'
const placeKey = 'bozzetto-come-back'

/**
 * Deletes everything that the app stored in this browser (drafts, unsent messages, settings), and
 * reloads all tabs, because they would write their state again.
 * @param nextPerson who has signed in instead.
 * @param isPlaceKept whether to reload the current address.
 */
export function forgetAndReload(nextPerson = '', isPlaceKept = false): void {
  forgetInOtherTabs()
  reload(nextPerson, isPlaceKept)
}

/** One channel per page, because a second one would receive this page's own messages. */
let tabs: BroadcastChannel | undefined
const otherTabs = (): BroadcastChannel => (tabs ??= new BroadcastChannel(channel))

function forgetInOtherTabs(): void {
  // A BroadcastChannel only reaches this origin and has no target argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  otherTabs().postMessage('forget')
}

/**
 * Completes the deletion after the reload, before anything reads stored data. Listens for sign-outs
 * in other tabs.
 */
export function forgetAtStart(): void {
  const nextPerson = sessionStorage.getItem(flag)
  if (nextPerson !== null) {
    forget()
    if (nextPerson !== '') rememberPerson(nextPerson)
  }
  comeBack()
  otherTabs().addEventListener('message', () => reload(''))
}

/** Why the identity provider's answer was refused, and the purpose of the sign-in. */
let refusal: { reason: string; purpose: string } | undefined
export const signInRefusal = (purpose: string): string | undefined =>
  refusal?.purpose === purpose ? refusal.reason : undefined

/**
 * Stores the current address before the browser leaves for the identity provider. @param purpose
 * one word.
 */
export const rememberPlace = (purpose: string): void =>
  sessionStorage.setItem(
    placeKey,
    `${purpose} ${window.location.pathname}${window.location.search}`,
  )

/**
 * Returns to the address that was open before the visit to the identity provider. Deletes another
 * person's data; a forged link deletes nothing.
 */
function comeBack(): void {
  const { hash, search } = window.location
  const told = new URLSearchParams(hash.slice(1))
  const person = told.get('signed-in')
  const reason = new URLSearchParams(search).get('sign-in')
  const kept = sessionStorage.getItem(placeKey)
  if (kept === null || (person === null && reason === null && !told.has('confirmed'))) return
  sessionStorage.removeItem(placeKey)
  const [purpose = '', place = '/'] = kept.split(' ')
  history.replaceState(null, '', place)
  refusal = reason === null ? undefined : { reason, purpose }
  if (person === null || isPersonHere(person)) return
  forgetInOtherTabs()
  forget()
  rememberPerson(person)
}

/** Returns whether this browser's drafts and settings belong to this person. */
export const isPersonHere = (email: string): boolean => browserStorage.getItem(personKey) === email

/** Returns whether a person with an account has signed in in this browser. */
export const hasLocalAccount = (): boolean => browserStorage.getItem(personKey) !== null

/** Returns whether the server has accounts. The server reports this in a cookie. */
export const hasPeople = (): boolean =>
  hasLocalAccount() || /(?:^|; )(?:__Host-)?bozzetto-\w+-people=1/.test(document.cookie)

export const rememberPerson = (email: string): void => void browserStorage.setItem(personKey, email)

function reload(nextPerson: string, isPlaceKept = false): void {
  forget()
  // Delete the data after the reload, because open tabs may write while they close.
  sessionStorage.setItem(flag, nextPerson)
  if (isPlaceKept) window.location.reload()
  else window.location.replace('/')
}

function forget(): void {
  browserStorage.clear()
  sessionStorage.clear()
  void dropDatabases()
  void dropCaches()
}

async function dropDatabases(): Promise<void> {
  try {
    for (const { name } of await indexedDB.databases()) {
      if (name !== undefined) indexedDB.deleteDatabase(name)
    }
  } catch (error) {
    console.warn('What the app has kept in IndexedDB could not be listed.', error)
  }
}

/**
 * Deletes the page's caches (Cache API). They only exist in pages served over HTTPS or from this
 * machine.
 */
async function dropCaches(): Promise<void> {
  if (!('caches' in window)) return
  try {
    for (const name of await caches.keys()) await caches.delete(name)
  } catch (error) {
    console.warn('What the app has kept in caches could not be dropped.', error)
  }
}
