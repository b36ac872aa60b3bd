import { browserStorage } from '#lib/browser/browser-storage.ts'

const flag = 'bozzetto-forget'
const channel = 'bozzetto-sign-out'
const personKey = 'bozzetto-person'
const placeKey = 'bozzetto-come-back'

/**
 * Takes everything out of this browser that the app has kept there (drafts, unsent messages, settings),
 * and loads the page anew, here and in every other tab: what they hold in memory would be written again.
 *
 * @param nextPerson who has signed in here instead.
 * @param isPlaceKept whether the page begins anew where it is.
 */
export function forgetAndReload(nextPerson = '', isPlaceKept = false): void {
  forgetInOtherTabs()
  reload(nextPerson, isPlaceKept)
}

/** The one that listens: what it sends does not come back to it, as it would from another one of this page. */
let tabs: BroadcastChannel | undefined
const otherTabs = (): BroadcastChannel => (tabs ??= new BroadcastChannel(channel))

function forgetInOtherTabs(): void {
  // A channel reaches this origin only, and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  otherTabs().postMessage('forget')
}

/**
 * Does the rest when the page begins after that, before anything reads what was kept; and follows when
 * another tab signs out.
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

/** Why the identity provider’s word was not enough, for who has just come back from there, and for what it was asked. */
let refusal: { reason: string; purpose: string } | undefined
export const signInRefusal = (purpose: string): string | undefined =>
  refusal?.purpose === purpose ? refusal.reason : undefined

/** To be called before the browser leaves for the identity provider. @param purpose one word. */
export const rememberPlace = (purpose: string): void =>
  sessionStorage.setItem(
    placeKey,
    `${purpose} ${window.location.pathname}${window.location.search}`,
  )

/**
 * Goes back to where somebody was before they went to the identity provider. What this browser keeps of somebody
 * else is dropped; a link that only looks like coming back drops nothing.
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

/** Whose drafts and settings this browser keeps, by email address; absent where there are no accounts. */
export const isPersonHere = (email: string): boolean => browserStorage.getItem(personKey) === email

/** Whether somebody with an account has signed in here. */
export const isAnybodyHere = (): boolean => browserStorage.getItem(personKey) !== null

/** Whether there are accounts, which the server tells each browser that is signed in to one. */
export const hasPeople = (): boolean =>
  isAnybodyHere() || /(?:^|; )(?:__Host-)?bozzetto-\w+-people=1/.test(document.cookie)

export const rememberPerson = (email: string): void => void browserStorage.setItem(personKey, email)

function reload(nextPerson: string, isPlaceKept = false): void {
  forget()
  // Open tabs may write once more while they close.
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

/** Browsers have them only in pages served over HTTPS or from this machine. */
async function dropCaches(): Promise<void> {
  if (!('caches' in window)) return
  try {
    for (const name of await caches.keys()) await caches.delete(name)
  } catch (error) {
    console.warn('What the app has kept in caches could not be dropped.', error)
  }
}
