const flag = 'bozzetto-forget'
const channel = 'bozzetto-sign-out'
const personKey = 'bozzetto-person'

/**
 * Takes everything out of this browser that the app has kept there (drafts, unsent messages, settings),
 * and loads the page anew, here and in every other tab: what they hold in memory would be written again.
 *
 * @param nextPerson who has signed in here instead.
 */
export function forgetAndReload(nextPerson = ''): void {
  const others = new BroadcastChannel(channel)
  // A channel reaches this origin only, and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  others.postMessage('forget')
  others.close()
  reload(nextPerson)
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
  new BroadcastChannel(channel).addEventListener('message', () => reload(''))
}

/** Whose drafts and settings this browser keeps, by email address; absent where there are no accounts. */
export const isPersonHere = (email: string): boolean => localStorage.getItem(personKey) === email

export const rememberPerson = (email: string): void => localStorage.setItem(personKey, email)

function reload(nextPerson: string): void {
  forget()
  // Open tabs may write once more while they close.
  sessionStorage.setItem(flag, nextPerson)
  window.location.replace('/')
}

function forget(): void {
  localStorage.clear()
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
