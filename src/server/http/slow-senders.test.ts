import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { png } from '../generation/tasks.fixture.ts'
import { createServicesOn, type Services } from '../services.ts'
import { openTestStore } from '../store/store.fixture.ts'
import { bodyRoom } from './body/body-room.ts'
import { listen } from './listen.ts'

let folder: string
let services: Services
let server: Server
let port: number
let cookie: string
const sockets: Socket[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-slow-'))
  services = await createServicesOn(await openTestStore(), readEnv({ BOZZETTO_DATA: folder }))
  const app = createApp(services)
  const listening = await listen((request, bindings) => app.fetch(request, bindings), {
    hostname: '127.0.0.1',
    port: 0,
  })
  ;({ server } = listening)
  ;({ port } = listening.address)
  const opened = await fetch(services.addressToOpen(`http://127.0.0.1:${port}`), {
    redirect: 'manual',
  })
  cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  server.close()
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

afterEach(() => {
  vi.useRealTimers()
})

async function beginSending(head: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${head}\r\nHost: 127.0.0.1:${port}\r\n\r\n\u0089PNG`)
  return socket
}

const upload = async (bytes: Uint8Array, headers: Record<string, string>) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/files?name=a.png`, {
    method: 'POST',
    headers,
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(300_000),
  })
  return response.status
}

describe('slow senders', () => {
  it('have ten minutes for a body if they are signed in', async () => {
    const limit = vi.spyOn(globalThis, 'setTimeout')
    const socket = await beginSending(
      `POST /api/conversations HTTP/1.1\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 200`,
    )
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    const end = await vi.waitUntil(() => limit.mock.calls.find(([, ms]) => ms === 600_000)?.[0])
    limit.mockRestore()
    end()
    await vi.waitFor(() => expect(answer).toContain('timed_out'))
  })

  it('delay nobody else, however many uploads stall', async () => {
    const { secret } = await services.apiKeys.create({
      name: 'Slow',
      limits: { requestsPerMinute: 1_000, streams: 100 },
    })
    // This upload starts the picture decoder before the measured upload.
    expect(await upload(await png('#654321'), { cookie })).toBe(201)
    // Stalled uploads are closed by a check at an interval. Without it, they keep their memory.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const picture = Buffer.concat([await png('#123456', 200), Buffer.alloc(100_000)])
    const slow = await Promise.all(
      Array.from({ length: 60 }, () =>
        beginSending(
          `POST /model/v1/files HTTP/1.1\r\nAuthorization: Bearer ${secret}\r\nContent-Length: 20000000`,
        ),
      ),
    )
    let refused = 0
    for (const socket of slow) socket.once('data', () => refused++)
    await vi.waitFor(() => expect(bodyRoom.isWanted()).toBe(true))
    expect(await upload(picture, { cookie })).toBe(201)
    // No stalled upload was closed to make room for the picture.
    expect(refused).toBe(0)
    expect(bodyRoom.isWanted()).toBe(true)
    for (const socket of slow) socket.destroy()
  })

  // Waits five real seconds, because system sockets ignore fake timers.
  it('are disconnected earlier if nobody is signed in', async () => {
    const length = 'Content-Type: application/json\r\nContent-Length: 200'
    const signedIn = await beginSending(
      `POST /api/conversations HTTP/1.1\r\nCookie: ${cookie}\r\n${length}`,
    )
    const socket = await beginSending(
      `POST /api/session HTTP/1.1\r\nOrigin: http://127.0.0.1:${port}\r\n${length}`,
    )
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    await once(socket, 'close')
    expect(answer).not.toMatch(/^HTTP\/1.1 2/)
    expect(signedIn.closed).toBe(false)
  })
})
