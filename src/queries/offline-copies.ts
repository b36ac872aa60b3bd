import * as z from 'zod/mini'
import { getConversation, listConversations } from '#api/chat/chat.ts'
import { listFolders, listPrompts } from '#api/chat/library.ts'
import { listConnections } from '#api/connections.ts'
import { getAsset, listAssets, listVersions, summarizeAssets } from '#api/library.ts'
import { requestJson } from '#api/http/http.ts'
import { listModels } from '#api/models/models.ts'
import { withBase } from '#lib/base-path.ts'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { canWorkOffline, serviceWorkerUrl } from '#lib/browser/offline-copies.ts'
import { copiesCache, modelsCache, noticeTextsCache } from '#lib/browser/offline-names.ts'
import { isSavingData } from '#lib/browser/saves-data.ts'

/** Maximum number of recent chats, and of recent models, that are stored without being opened. */
const chatsMax = 20
const modelsMax = 20
const modelBytesMax = 20 * 1024 * 1024

type Caches = { copies: Cache; models: Cache }

let starting: Promise<unknown> = Promise.resolve()

/**
 * Stores the app, recent chats and recent models in this browser for reading offline.
 * @param onUpdate called when the server has a newer build of the app.
 */
export async function startOfflineCopies(onUpdate: () => void): Promise<void> {
  if (!canWorkOffline()) return
  const isFirst = navigator.serviceWorker.controller === null
  const started = startWorker(() => {
    if (!isFirst) onUpdate()
  })
  starting = started
  const opened = await started
  // A service worker stores only the requests that it handles, so wait until it controls the page.
  if (isFirst) await untilControlled()
  if (await caches.has(copiesCache)) await storeRecent(opened)
}

/** Opens the caches, and starts the service worker that fills them. */
async function startWorker(onUpdate: () => void): Promise<Caches> {
  const registration = await navigator.serviceWorker.register(serviceWorkerUrl)
  registration.addEventListener('updatefound', onUpdate)
  const copies = await caches.open(copiesCache)
  const models = await caches.open(modelsCache)
  const { active } = await navigator.serviceWorker.ready
  // `postMessage` of a worker has no parameter for the target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage('store-app')
  return { copies, models }
}

/** Deletes all stored copies. Keeps the service worker if it also shows notices. */
export async function stopOfflineCopies(): Promise<void> {
  if (!canWorkOffline()) return
  // A start that is under way would create the caches again.
  await starting.catch(() => {})
  const hasNotices = noticesSetting.read()
  if (!hasNotices) {
    await (await navigator.serviceWorker.getRegistration(serviceWorkerUrl))?.unregister()
  }
  // The service worker does not open a cache once this one is deleted.
  await caches.delete(copiesCache)
  for (const name of await caches.keys()) {
    if (hasNotices && name === noticeTextsCache) continue
    if (name.startsWith('bozzetto-')) await caches.delete(name)
  }
}

const untilControlled = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.serviceWorker.controller) return resolve()
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })

const samplesSchema = z.array(z.object({ file: z.string() }))

/**
 * Requests the data that the chat, the studio and the library show first. The service worker stores
 * the responses. Opens no cache, so that a deleted cache is not created again.
 */
async function storeRecent({ copies, models }: Caches): Promise<void> {
  const [chats] = await Promise.all([
    listConversations(undefined, { view: 'active' }),
    listModels(),
    listConnections(),
    listFolders(),
    listPrompts(),
  ])
  for (const { id } of chats.conversations.slice(0, chatsMax)) {
    if (!(await copies.match(withBase(`/api/conversations/${id}`)))) await getConversation(id)
  }
  // The request must equal that of the library's first page, so that the stored response is found.
  const [{ assets }] = await Promise.all([
    listAssets({ sort: 'newest', limit: 96 }),
    summarizeAssets(),
  ])
  for (const { id, url, thumbnailUrl, sizeBytes } of assets.slice(0, modelsMax)) {
    if (!(await copies.match(withBase(`/api/assets/${id}`)))) {
      await Promise.all([getAsset(id), listVersions(id)])
    }
    if (thumbnailUrl !== undefined && !(await copies.match(thumbnailUrl))) await fetch(thumbnailUrl)
    const isWanted = sizeBytes <= modelBytesMax && !isSavingData()
    if (isWanted && !(await models.match(url))) await fetch(url)
  }
  for (const { file } of await requestJson(samplesSchema, '/samples/samples.json')) {
    const url = withBase(`/samples/${encodeURIComponent(file)}`)
    if (!(await copies.match(url))) await fetch(url)
  }
}
