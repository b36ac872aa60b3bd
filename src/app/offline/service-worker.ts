import { offlineChannel, copiesCache, type OfflineMessage } from '#lib/browser/offline-names.ts'
import { chooseHandling } from './choose-handling.ts'
import { dropCopies, findCopy, storeCopy } from './copies.ts'
import {
  openNotice,
  showNotice,
  type NoticeClients,
  type NoticeRegistration,
} from './show-notice.ts'
import { storeShare } from './store-share.ts'

type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = WorkerEvent & {
  request: Request
  respondWith: (response: Promise<Response>) => void
}

type PushEvent = WorkerEvent & { data: { json: () => unknown } | null }
type NoticeEvent = WorkerEvent & { notification: Notification }

// The types declare the global object of a worker as a window.
declare const self: {
  addEventListener: ((type: 'fetch', listen: (event: FetchEvent) => void) => void) &
    ((type: 'install' | 'activate', listen: (event: WorkerEvent) => void) => void) &
    ((type: 'message', listen: (event: WorkerEvent & { data: unknown }) => void) => void) &
    ((type: 'push', listen: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listen: (event: NoticeEvent) => void) => void)
  skipWaiting: () => Promise<void>
  clients: NoticeClients & { claim: () => Promise<void> }
  registration: NoticeRegistration & { scope: string }
}

/**
 * Files of the build that the chat, the studio and the library need. The build script inserts the
 * list.
 */
declare const bozzettoFiles: readonly string[]
declare const bozzettoFilesHash: string

const assetsPrefix = 'bozzetto-assets-'
const assetsCache = `${assetsPrefix}${bozzettoFilesHash}`
const pagePath = './'
/** Milliseconds without a response after which the stored page is shown. */
const pageTimeoutMs = 3_000

const tabs = new BroadcastChannel(offlineChannel)

self.addEventListener('install', (event) => {
  // The new service worker can start at once, because open pages use files with other names.
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), dropOldAssets()]))
})

self.addEventListener('message', (event) => {
  if (event.data === 'store-app') event.waitUntil(storeApp())
})

self.addEventListener('push', (event) => {
  event.waitUntil(showNotice(event.data?.json(), self))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(event.notification.data, self))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const handling = chooseHandling(request, self.registration.scope)
  if (handling === 'asset') event.respondWith(readAsset(request))
  if (handling === 'page') event.respondWith(readPage(request))
  if (handling === 'copy') event.respondWith(readOrCopy(event))
  if (handling === 'shared') event.respondWith(storeShare(request))
})

/**
 * Deletes the stored files of old builds. Keeps the files of this build and of the build before,
 * which open pages may need.
 */
async function dropOldAssets(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(assetsPrefix))
  const others = names.filter((name) => name !== assetsCache)
  for (const name of others.slice(0, -1)) await caches.delete(name)
}

async function storeApp(): Promise<void> {
  const assets = await openAssets()
  if (!assets) return
  for (const file of bozzettoFiles) {
    const url = new URL(file, self.registration.scope).href
    if (!(await assets.match(url))) await assets.add(url)
  }
  // Stores only the page of a signed-in person. The server forbids storing any other page.
  const page = await fetch(pagePath)
  if (page.ok && !page.redirected && !isSignedOut(page)) await assets.put(pagePath, page)
}

/** Opens the cache of the app's files, if the person has turned copies on. */
async function openAssets(): Promise<Cache | undefined> {
  if (!(await caches.has(copiesCache))) return undefined
  const assets = await caches.open(assetsCache)
  // Checks again, because the page may have deleted all caches meanwhile, the copies first.
  if (await caches.has(copiesCache)) return assets
  await caches.delete(assetsCache)
  return undefined
}

/** Returns whether nobody is signed in. The server forbids storing the page only then. */
const isSignedOut = (page: Response): boolean => page.headers.get('cache-control') === 'no-store'

async function readAsset(request: Request): Promise<Response> {
  const stored = await caches.match(request.url)
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok) await (await openAssets())?.put(request.url, response.clone())
  return response
}

async function readPage(request: Request): Promise<Response> {
  const stored = await caches.match(pagePath, { cacheName: assetsCache })
  if (!stored) return fetch(request)
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(stored), pageTimeoutMs))
  return Promise.race([fetchPage(request).catch(() => stored), late])
}

async function fetchPage(request: Request): Promise<Response> {
  const response = await fetch(request)
  if (isSignedOut(response)) await dropCopies()
  return response
}

async function readOrCopy(event: FetchEvent): Promise<Response> {
  const { request } = event
  try {
    const response = await fetch(request)
    tellPage({ isOffline: false })
    if (response.status === 401) await dropCopies()
    // Stores a clone in parallel, so that the page does not wait for the storage.
    else if (response.ok) event.waitUntil(storeCopy(request, response.clone()))
    return response
  } catch (error) {
    const copy = await findCopy(request)
    if (!copy) throw error
    tellPage({ isOffline: true, storedAtMs: copy.storedAtMs })
    return copy.response
  }
}

function tellPage(message: OfflineMessage): void {
  // `postMessage` of a BroadcastChannel has no parameter for the target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs.postMessage(message)
}
