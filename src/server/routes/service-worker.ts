import { Hono } from 'hono'

/**
 * Service worker that deletes all offline copies in the browser, and then itself. It repeats this
 * at each message, because a page that registers it while it is being removed keeps it. Each page
 * sends a message when it starts.
 */
const removal = `self.addEventListener('install', () => void self.skipWaiting())
const remove = async () => {
  for (const name of await caches.keys()) if (name.startsWith('bozzetto-')) await caches.delete(name)
  await self.registration.unregister()
}
self.addEventListener('activate', (event) => event.waitUntil(remove()))
self.addEventListener('message', (event) => event.waitUntil(remove()))
`

/**
 * Serves the service worker and the files of offline copies.
 * @param isForbidden returns whether an admin forbids copies. Browsers then fetch a service worker
 * that deletes them.
 */
export const serviceWorkerRoutes = (isForbidden: () => boolean) =>
  new Hono()
    .get('/service-worker.js', (c, next) => {
      if (!isForbidden()) return next()
      c.header('Cache-Control', 'no-cache')
      return c.body(removal, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
    })
    // Without a service worker, the page asks the person to share again. The service worker is
    // missing if the installed app has never been opened.
    .post('/share-target', (c) => c.redirect('./?share-again', 303))
