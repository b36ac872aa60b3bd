import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary',
}

type ServeOptions = {
  headers?: Record<string, string>
  bodies?: ReadonlyMap<string, Uint8Array>
}

/**
 * Serves a built folder on a free port.
 * @returns the address, and a function that stops the server and deletes the folder.
 */
export async function serveFolder(
  folder: string,
  { headers = {}, bodies = new Map() }: ServeOptions = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const type = types[path.extname(name)] ?? 'application/octet-stream'
    const answer = (body: Uint8Array) =>
      response
        .writeHead(200, { 'Content-Type': type, 'Content-Length': body.byteLength, ...headers })
        .end(body)
    const body = bodies.get(name)
    if (body) return void answer(body)
    readFile(path.join(folder, path.normalize(name))).then(answer, () =>
      response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
