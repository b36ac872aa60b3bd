import { describe, expect, it } from 'vitest'
import { serviceWorkerRoutes } from './service-worker.ts'

describe('serviceWorkerRoutes', () => {
  it('does not handle the service worker’s path, so that the server returns the built file', async () => {
    const response = await serviceWorkerRoutes(() => false).request('/service-worker.js')
    expect(response.status).toBe(404)
  })

  it('serves a service worker that removes itself if copies are forbidden', async () => {
    const response = await serviceWorkerRoutes(() => true).request('/service-worker.js')
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toContain('registration.unregister()')
  })

  it('redirects to the page when another app shares something and no service worker is installed', async () => {
    const routes = serviceWorkerRoutes(() => false)
    const response = await routes.request('/share-target', { method: 'POST' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('./?share-again')
  })
})
