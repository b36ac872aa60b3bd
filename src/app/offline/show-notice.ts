import { isOwnKey } from '#lib/own-value.ts'
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
 * Texts and tags of notices, the same as in `showAnswerNotices`, so that a notice replaces the
 * page's notice about the same answer.
 */
const kinds = {
  answer: { title: 'Your answer is ready', body: 'Open the chat to read it.', path: 'chat/' },
  model: { title: 'Your 3D model is ready', body: 'Open it to look at it.', path: 'library/' },
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
  const { title, body } = kinds[notice.kind]
  const icon = new URL('icon.svg', registration.scope).href
  const tag = `${notice.kind}-${notice.id}`
  await registration.showNotification(title, { body, tag, icon, data: notice })
}

/** Opens the address of a notice, in an open page if there is one. */
export async function openNotice(data: unknown, { clients, registration }: WorkerScope) {
  const notice = readNotice(data)
  if (!notice) return
  const url = new URL(`${kinds[notice.kind].path}${notice.id}`, registration.scope).href
  const [page] = await clients.matchAll({ type: 'window' })
  if (!page) return void (await clients.openWindow(url))
  await page.focus()
  await page.navigate(url)
}
