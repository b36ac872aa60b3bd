import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getConnection } from './connection.ts'
import { listen } from './listen.ts'
import { eventStream } from './sse.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Produce = Parameters<typeof eventStream>[1]

async function serve(app: Hono): Promise<string> {
  const { server, address } = await listen(app.fetch, { hostname: '127.0.0.1', port: 0 })
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${address.port}`
}

const getApp = (produce: Produce) => {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('X-Around', 'yes')
  })
  return app.get('/', (c) => eventStream(c, produce))
}

const ways = {
  'over a connection': async (produce: Produce, init?: RequestInit) =>
    fetch(await serve(getApp(produce)), init),
  'within the process': async (produce: Produce, init?: RequestInit) =>
    getApp(produce).request('/', init),
}

describe.each(Object.entries(ways))('an event stream %s', (_way, ask) => {
  it('sends its events in order, with the headers of middlewares', async () => {
    const response = await ask(async (send) => {
      await send({ data: 'a\nb', id: '1', event: 'named' })
      await send({ data: { c: 'd\n' } })
    })
    expect(response.headers.get('Content-Type')).toContain('text/event-stream')
    expect(response.headers.get('X-Around')).toBe('yes')
    expect(await response.text()).toBe(
      'event: named\nid: 1\ndata: a\ndata: b\n\ndata: {"c":"d\\n"}\n\n',
    )
  })

  it('ends when its producer fails', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await ask(async (send) => {
      await send({ data: 'a' })
      throw new Error('broken')
    })
    expect(await response.text()).toBe('data: a\n\n')
    expect(error).toHaveBeenCalledOnce()
    error.mockRestore()
  })

  it('notifies its producer of a disconnect', async () => {
    const abort = new AbortController()
    let isGone = false
    const response = await ask(
      async (send, signal) => {
        try {
          for (;;) {
            await send({ data: 'a' })
            await new Promise((resolve) => setImmediate(resolve))
          }
        } finally {
          isGone = signal.aborted
        }
      },
      { signal: abort.signal },
    )
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    abort.abort()
    await vi.waitFor(() => expect(isGone).toBe(true))
  })
})

async function openSlow(url: string): Promise<Socket> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.pause()
  socket.write('GET /flood HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'connect')
  return socket
}

describe('slow reader of an event stream', () => {
  const frame = `data: ${'x'.repeat(16_000)}\n\n`
  const enough = 64 * 1024 * 1024

  function flooding() {
    const state = { sentBytes: 0, bufferedBytes: () => 0, isWaiting: false, hasEnded: false }
    const app = new Hono()
      .get('/flood', (c) => {
        state.bufferedBytes = () => getConnection(c)?.outgoing.socket?.writableLength ?? Number.NaN
        return eventStream(c, async (_send, signal, { write, room }) => {
          for (let number = 0; state.sentBytes < enough && !signal.aborted; number++) {
            const text = `id: ${number}\n${frame}`
            state.sentBytes += text.length
            state.isWaiting = !write(text)
            if (state.isWaiting) await room()
            state.isWaiting = false
          }
          state.hasEnded = true
        })
      })
      .get('/other', (c) => eventStream(c, async (send) => send({ data: 'here' })))
    return { state, app }
  }

  it('makes the producer wait without using memory or delaying other readers', async () => {
    const { state, app } = flooding()
    const url = await serve(app)
    const slow = await openSlow(url)
    let before = -1
    await vi.waitFor(() => {
      // Waits until nothing more is sent, because the system's buffers grow for a while.
      const isStill = state.isWaiting && state.sentBytes === before
      before = state.sentBytes
      expect(isStill).toBe(true)
    })
    expect(state.sentBytes).toBeLessThan(enough)
    expect(state.bufferedBytes()).toBeLessThan(128 * 1024)
    expect(await (await fetch(`${url}/other`)).text()).toBe('data: here\n\n')

    let text = ''
    let expected = 0
    slow.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const numbers = [...text.matchAll(/id: (\d+)\n/g)]
      for (const [, number] of numbers) expect(Number(number)).toBe(expected++)
      text = text.slice(text.lastIndexOf('\n') + 1)
    })
    slow.resume()
    await vi.waitFor(() => expect(state.hasEnded).toBe(true))
  })

  it('receives the headers before the first event', async () => {
    let speak: ((word: string) => void) | undefined
    const app = new Hono().get('/words', (c) =>
      eventStream(c, async (send) => {
        send({ data: await new Promise<string>((resolve) => (speak = resolve)) }).catch(() => {})
      }),
    )
    const answer = await fetch(`${await serve(app)}/words`)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    speak?.('late')
    expect(await answer.text()).toBe('data: late\n\n')
  })

  it('receives no chunks over HTTP/1.0', async () => {
    const app = new Hono().get('/words', (c) =>
      eventStream(c, async (send) => {
        for (const word of ['Händler', '🧊']) await send({ data: word })
      }),
    )
    const { port } = new URL(await serve(app))
    const socket = connect(Number(port), '127.0.0.1')
    closing.push(() => socket.destroy())
    socket.write('GET /words HTTP/1.0\r\n\r\n')
    const answer = Buffer.concat(await socket.toArray()).toString()
    expect(answer.split('\r\n\r\n')[1]).toBe('data: Händler\n\ndata: 🧊\n\n')
  })

  it('releases its producer when it disconnects', async () => {
    const { state, app } = flooding()
    const slow = await openSlow(await serve(app))
    await vi.waitFor(() => expect(state.isWaiting).toBe(true))
    slow.destroy()
    await vi.waitFor(() => expect(state.hasEnded).toBe(true))
    expect(state.sentBytes).toBeLessThan(enough)
  })
})
