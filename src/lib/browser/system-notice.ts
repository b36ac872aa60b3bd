import { canWorkOffline, serviceWorkerUrl } from './offline-copies.ts'

export type SystemNotice = {
  title: string
  body: string
  /** A notice replaces an earlier notice with the same tag. */
  tag: string
  icon?: string | undefined
  /** Path below the app's folder that the notice opens, such as `chat/1`. */
  path: string
}

/**
 * Shows a notice of the system, if the person has granted permission. Phones accept notices only
 * from a service worker, which opens `path` in a page of the app.
 * @param onOpen called when the person opens a notice that the page shows itself.
 */
export async function showSystemNotice(
  { title, path, icon, ...texts }: SystemNotice,
  onOpen: () => void,
): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const options = { ...texts, ...(icon !== undefined && { icon }) }
  const worker = await findWorker()
  if (worker) return worker.showNotification(title, { ...options, data: { path } })
  const notice = new Notification(title, options)
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
    onOpen()
  })
}

async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!canWorkOffline()) return undefined
  const registration = await navigator.serviceWorker.getRegistration(serviceWorkerUrl)
  return registration?.active ? registration : undefined
}
