import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

type BaseProxyOptions = {
  base: string
  target: string
  removesBase: boolean
}

/**
 * Starts a proxy that serves another server under a path. Responds with 404 to all other paths, and
 * lists these paths.
 */
export async function startBaseProxy({ base, target, removesBase }: BaseProxyOptions) {
  const strayPaths: string[] = []
  const proxy = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/'
    if (!/^(?:\/|\?|$)/.test(url.slice(base.length)) || !url.startsWith(base)) {
      strayPaths.push(url)
      return void outgoing.writeHead(404).end()
    }
    const path = removesBase ? url.slice(base.length).replace(/^(?!\/)/, '/') : url
    const { method, headers } = incoming
    const forwarded = sendRequest(target + path, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${base}`,
    strayPaths,
    stop: () => proxy.close().closeAllConnections(),
  }
}
