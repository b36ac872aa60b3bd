import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { Context } from 'hono'
import { trustConnection } from './connection.ts'
import { listen, type ListenLimits } from './listen.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const answer = async (request: Request) => new Response(`read ${(await request.text()).length}`)

async function start(limits: Partial<ListenLimits> = {}) {
  const { server, address } = await listen(answer, { hostname: '127.0.0.1', port: 0, limits })
  closing.push(() => server.close().closeAllConnections())
  return address.port
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(socket, 'close')
  return text
}

const quick = { headersTimeoutMs: 100, requestTimeoutMs: 200, checkEveryMs: 20 }

describe('listen', () => {
  it('closes a connection that sends headers byte by byte', async () => {
    const socket = await open(await start(quick))
    const whole = readAll(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    const drip = setInterval(() => socket.write('X'), 20)
    closing.push(() => clearInterval(drip))
    expect(await whole).toMatch(/^HTTP\/1.1 408/)
  })

  it('closes a connection that sends a body byte by byte', async () => {
    const socket = await open(await start(quick))
    const whole = readAll(socket)
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n')
    const drip = setInterval(() => socket.write('X'), 20)
    closing.push(() => clearInterval(drip))
    expect(await whole).toMatch(/^(HTTP\/1.1 408|$)/)
  })

  it('allows an archive to arrive for four hours', async () => {
    const { server } = await listen(answer, { hostname: '127.0.0.1', port: 0 })
    closing.push(() => server.close().closeAllConnections())
    expect(server.requestTimeout).toBe(4 * 60 * 60_000)
  })

  it('refuses headers that are too large', async () => {
    const socket = await open(await start())
    const whole = readAll(socket)
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`)
    expect(await whole).toMatch(/^HTTP\/1.1 431/)
  })

  it.each([
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'GET / HTTP/1.1\nHost : a\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'nonsense\r\n\r\n',
  ])('refuses ambiguous requests (smuggling): %j', async (request) => {
    const socket = await open(await start())
    const whole = readAll(socket)
    socket.write(request)
    expect(await whole).toMatch(/^HTTP\/1.1 400/)
  })

  it('limits connections per client, and accepts new connections when others end', async () => {
    const port = await start({ connectionsPerAddress: 50 })
    const held = await Promise.all(Array.from({ length: 50 }, () => open(port)))
    const ask = () =>
      fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } }).then(
        (response) => response.status,
        () => 'refused',
      )
    expect(await ask()).toBe('refused')
    await Promise.all(held.splice(0, 10).map((socket) => once(socket.destroy(), 'close')))
    // The server notices the end of the other connections slightly later.
    await expect.poll(ask).toBe(200)
  })

  it('closes excess unauthenticated connections, and keeps authenticated ones', async () => {
    const { server, address } = await listen(
      (_request, connection) => {
        trustConnection({ env: connection } as Context)
        return new Response('hello')
      },
      {
        hostname: '127.0.0.1',
        port: 0,
        limits: {
          ...quick,
          requestTimeoutMs: 60_000,
          headersTimeoutMs: 60_000,
          strangersPerAddress: 5,
          strangerGraceMs: 50,
        },
      },
    )
    closing.push(() => server.close().closeAllConnections())
    const known = await open(address.port)
    known.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(known, 'data')
    const slow = 'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n'
    const strangers = await Promise.all(Array.from({ length: 40 }, () => open(address.port)))
    for (const stranger of strangers) stranger.write(slow.slice(0, 40))
    const left = () => strangers.filter((socket) => !socket.closed).length
    await expect.poll(left).toBe(5)
    expect(known.closed).toBe(false)
  })

  it('closes an unauthenticated connection to accept a new one when all places are taken', async () => {
    const port = await start({ connectionsInAll: 20, headersTimeoutMs: 60_000 })
    const held = await Promise.all(Array.from({ length: 20 }, () => open(port)))
    const response = await fetch(`http://127.0.0.1:${port}`)
    expect(response.status).toBe(200)
    await expect.poll(() => held.filter((socket) => socket.closed).length).toBe(1)
  })
})
