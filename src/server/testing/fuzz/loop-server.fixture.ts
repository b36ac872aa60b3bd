import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '../../app.ts'
import { readEnv } from '../../env.ts'
import { listen } from '../../http/listen.ts'
import { createServicesOn } from '../../services.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import { startClientThread } from './client-thread.fixture.ts'
import type { LargeRequest } from './large-bodies.ts'
import { measureSlowness, watchLoop } from './loop-watch.mjs'

/** Maximum CPU time of one event loop turn, in milliseconds on the reference machine. */
const stallMs = 50

export type LoopServer = Awaited<ReturnType<typeof openLoopServer>>

/**
 * Starts the whole server in this process, with a client in a separate thread.
 * @param settings further environment variables.
 */
export async function openLoopServer(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-loop-'))
  const env = readEnv({ BOZZETTO_DATA: folder, ...settings })
  const services = await createServicesOn(await openTestStore(), env)
  const app = createApp(services)
  const { server, address } = await listen((request, bindings) => app.fetch(request, bindings), {
    hostname: '127.0.0.1',
    port: 0,
  })
  const origin = `http://127.0.0.1:${address.port}`
  const opened = await fetch(services.addressToOpen(origin), { redirect: 'manual' })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const key = await services.apiKeys.create({
    name: 'Loop',
    limits: { requestsPerMinute: 10_000, streams: 100 },
  })
  const client = startClientThread()

  /**
   * Sends bytes from the client's thread.
   * @param bytes transferred, because copying a large body would take time of the event loop.
   * @returns the status.
   */
  function sendBytes(
    { method, target, type }: LargeRequest,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<number> {
    const headers = {
      authorization: `Bearer ${key.secret}`,
      cookie,
      'content-length': String(bytes.byteLength),
      ...(type !== undefined && { 'content-type': type }),
    }
    return client.send({ url: origin + target, method, headers, bytes })
  }

  const send = async (request: LargeRequest): Promise<number> =>
    sendBytes(request, new Uint8Array(await request.body()))

  async function watched(request: LargeRequest): Promise<{ status: number; longestMs: number }> {
    const bytes = new Uint8Array(await request.body())
    let longest = 0
    // Lets the garbage collector run before measuring.
    await new Promise((resolve) => setTimeout(resolve, 20))
    const endWatch = watchLoop((cpuMs) => {
      longest = Math.max(longest, cpuMs)
    })
    try {
      const status = await sendBytes(request, bytes)
      await new Promise((resolve) => setTimeout(resolve, 20))
      // Measured only if needed, because the measurement takes longer than most requests.
      const slowness = longest > stallMs ? measureSlowness() : 1
      return { status, longestMs: Math.round(longest / slowness) }
    } finally {
      endWatch()
    }
  }

  return {
    services,
    app,
    send,
    /**
     * Returns a description if a request blocks the event loop for too long in each of three
     * attempts. Several attempts are necessary, because V8 compiles code in the first attempt.
     * @param status expected status. Default: any.
     */
    faultOf: async (request: LargeRequest, status?: number): Promise<string | undefined> => {
      let shortest = Infinity
      for (let times = 0; shortest > stallMs && times < 3; times++) {
        const one = await watched(request)
        if (status !== undefined && one.status !== status) return `${request.name}: ${one.status}`
        shortest = Math.min(shortest, one.longestMs)
      }
      return shortest > stallMs ? `${request.name}: ${shortest} ms` : undefined
    },
    close: async () => {
      await client.end()
      server.closeAllConnections()
      server.close()
      await services.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
