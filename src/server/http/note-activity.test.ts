import { Hono } from 'hono'
import { expect, it, vi } from 'vitest'
import { createActivity } from '../process/activity.ts'
import { listen } from './listen.ts'
import { noteActivity } from './note-activity.ts'

it.each([
  { what: 'an export', type: 'application/json', isQuietMeanwhile: false },
  { what: 'a stream of events', type: 'text/event-stream', isQuietMeanwhile: true },
])(
  'noteActivity counts a request until its response is sent, except event streams: $what',
  async ({ type, isQuietMeanwhile }) => {
    let nowMs = 0
    const activity = createActivity(() => nowMs)
    let sending: ReadableStreamDefaultController<Uint8Array> | undefined
    const app = new Hono().use(noteActivity(activity)).get('/slow', (c) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(Buffer.from('data: first\n\n'))
          sending = controller
        },
      })
      return c.body(body, 200, { 'content-type': type })
    })
    const { server, address } = await listen((request, env) => app.fetch(request, env), {
      hostname: '127.0.0.1',
      port: 0,
    })
    try {
      const response = await fetch(`http://127.0.0.1:${address.port}/slow`)
      const reader = response.body!.getReader()
      await reader.read()
      nowMs += 60_000
      expect(activity.isQuiet()).toBe(isQuietMeanwhile)
      sending?.close()
      while (!(await reader.read()).done);
      await vi.waitFor(() => {
        nowMs += 15_000
        expect(activity.isQuiet()).toBe(true)
      })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)
