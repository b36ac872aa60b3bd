import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Between = { origin: string; close: () => Promise<void> }

/** Opens a proxy that cuts each connection after `nextCut` bytes from the server. */
export async function openCuttingLine(
  origin: string,
  nextCut: () => number,
): Promise<Between & { cuts: () => number }> {
  const target = new URL(origin)
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let left = nextCut()
    const end = () => {
      client.destroy()
      upstream.destroy()
      sockets.delete(client)
    }
    sockets.add(client)
    client
      .on('data', (bytes) => upstream.write(bytes))
      .on('error', end)
      .on('close', end)
    upstream.on('error', end).on('close', end)
    upstream.on('data', (bytes) => {
      const isLast = bytes.length >= left
      if (!isLast) {
        left -= bytes.length
        client.write(bytes)
        return
      }
      cuts++
      client.write(bytes.subarray(0, left), end)
      left = Infinity
      upstream.destroy()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

export async function openBufferingProxy(origin: string): Promise<Between> {
  const server = createHttpServer((request, response) => {
    void (async () => {
      const body: Buffer[] = []
      for await (const bytes of request) body.push(bytes as Buffer)
      const hungUp = new AbortController()
      response.on('close', () => hungUp.abort())
      const answer = await fetch(`${origin}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        ...(body.length > 0 && { body: Buffer.concat(body) }),
        headers: { 'last-event-id': String(request.headers['last-event-id'] ?? '') },
        signal: hungUp.signal,
      })
      const whole = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
      })
      response.end(whole)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
