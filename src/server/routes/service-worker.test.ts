import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
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

  it.each(['activate', 'message'])('removes all copies and itself at %s', async (type) => {
    const listeners = new Map<string, (event: unknown) => void>()
    const unregister = vi.fn<() => Promise<boolean>>(async () => true)
    const names = new Set(['bozzetto-copies', 'other'])
    const worker = {
      addEventListener: (name: string, listener: (event: unknown) => void) =>
        listeners.set(name, listener),
      registration: { unregister },
    }
    const caches = {
      keys: async () => [...names],
      delete: async (name: string) => names.delete(name),
    }
    const script = await serviceWorkerRoutes(() => true).request('/service-worker.js')
    runInNewContext(await script.text(), { self: worker, caches })
    await new Promise((resolve) => {
      listeners.get(type)?.({ waitUntil: resolve })
    })
    expect(unregister).toHaveBeenCalledOnce()
    expect([...names]).toEqual(['other'])
  })

  it('redirects to the page when another app shares something and no service worker is installed', async () => {
    const routes = serviceWorkerRoutes(() => false)
    const response = await routes.request('/share-target', { method: 'POST' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('./?share-again')
  })
})
