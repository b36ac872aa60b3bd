import { noticeTextsCache, noticeTextsPath } from '#lib/browser/offline-names.ts'
import { isOwnKey, ownValue } from '#lib/own-value.ts'
import { asRecord } from '#lib/fields.ts'

type NoticeClient = {
  visibilityState?: string
  navigate: (url: string) => Promise<unknown>
  focus: () => Promise<unknown>
}

export type NoticeClients = {
  matchAll: (options: { type: 'window' }) => Promise<readonly NoticeClient[]>
  openWindow: (url: string) => Promise<unknown>
}

export type NoticeRegistration = {
  scope: string
  showNotification: (title: string, options: NotificationOptions) => Promise<void>
}

type WorkerScope = { clients: NoticeClients; registration: NoticeRegistration }

/**
 * Kinds of notices with their English texts, and the paths that they open. The tags are the same as
 * those of the page, so that a notice replaces the page's notice about the same answer or model.
 */
const kinds = {
  answer: { title: 'The answer is ready.', path: 'chat/' },
  model: { title: 'Your 3D model is ready.', path: 'library/' },
}

type NoticeContent = { kind: keyof typeof kinds; id: string }

function readNotice(data: unknown): NoticeContent | undefined {
  const { kind, id } = asRecord(data)
  const isKnown = typeof kind === 'string' && isOwnKey(kinds, kind)
  return isKnown && typeof id === 'string' && /^\w+$/.test(id) ? { kind, id } : undefined
}

/** Shows a notice of the server, unless a page is visible, which shows the answer itself. */
export async function showNotice(data: unknown, { clients, registration }: WorkerScope) {
  const notice = readNotice(data)
  if (!notice) return
  const pages = await clients.matchAll({ type: 'window' })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, path } = kinds[notice.kind]
  await registration.showNotification(await findText(title, registration.scope), {
    tag: `${notice.kind}-${notice.id}`,
    icon: new URL('icon.svg', registration.scope).href,
    data: { path: `${path}${notice.id}` },
  })
}

/** Returns a text in the reader's language, which the page has stored, else the English text. */
async function findText(english: string, scope: string): Promise<string> {
  const url = new URL(noticeTextsPath, scope)
  const stored = await caches.match(url, { cacheName: noticeTextsCache })
  const text = ownValue(asRecord(await stored?.json()), english)
  return typeof text === 'string' ? text : english
}

/** Opens the address of a notice of the server or the page, in an open page if there is one. */
export async function openNotice(data: unknown, { clients, registration }: WorkerScope) {
  const { path } = asRecord(data)
  const isPath = typeof path === 'string' && /^(?:\w[\w/]*)?$/.test(path)
  const url = new URL(isPath ? path : '', registration.scope).href
  const [page] = await clients.matchAll({ type: 'window' })
  if (!page) return void (await clients.openWindow(url))
  await page.focus()
  await page.navigate(url)
}
