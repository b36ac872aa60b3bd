import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { watchComfy } from './comfy-progress.ts'

const workflow = {
  '1': { class_type: 'Load', inputs: {} },
  '2': { class_type: 'Make', inputs: {} },
}
const prompt = { id: 'up-1', clientId: 'us', workflow: () => workflow }
const getStep = (value: number) =>
  JSON.stringify({ type: 'progress', data: { node: '2', value, max: 20, prompt_id: 'up-1' } })

let server: Server
let stop: AbortController
beforeEach(async () => {
  stop = new AbortController()
  server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  stop.abort()
  server.closeAllConnections()
  server.close()
})

const root = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function follow(act: (socket: WebSocket) => void) {
  const sockets = new WebSocketServer({ server, path: '/ws' })
  const progress = watchComfy({ root: root(), headers: {} })
  const see = () => progress.see(prompt, stop.signal)
  // The first call of `see` only loads the WebSocket client, so `see` is called again.
  await expect.poll(() => (see(), sockets.clients.size)).toBe(1)
  const [socket] = sockets.clients
  act(socket!)
  return { see, socket: socket! }
}

describe('watchComfy connected to a hostile server', () => {
  it('closes the socket after a message of more than 4 MB', async () => {
    const { see, socket } = await follow((one) => one.send('x'.repeat(5 * 1024 * 1024)))
    await once(socket, 'close')
    expect(see()).toEqual({})
  })

  it('ignores text messages that are longer than any progress message', async () => {
    const padding = 'x'.repeat(1024 * 1024)
    const { see } = await follow((one) => {
      one.send(JSON.stringify({ ...JSON.parse(getStep(19)), padding }))
      one.send(JSON.stringify({ type: 'executing', data: { node: '1' } }))
    })
    // If the first message had been parsed, the progress would be higher than 0.
    await expect.poll(see).toEqual({ progress: 0, doing: 'Load' })
  })

  it('closes a socket that sends far more messages than a workflow has steps', async () => {
    const { socket } = await follow((one) => {
      for (let n = 0; n < 5_000; n++) one.send(getStep(n % 20))
    })
    const [code] = await once(socket, 'close')
    expect(code).toBe(1006)
  })

  it('does not follow redirects, so that no other host receives the API key', async () => {
    let asked = 0
    const inside = createServer((_, response) => {
      asked++
      response.end()
    })
    inside.on('upgrade', (_, socket) => {
      asked++
      socket.destroy()
    })
    await once(inside.listen(0, '127.0.0.1'), 'listening')
    let refused = 0
    server.on('upgrade', (_, socket) => {
      refused++
      const { port } = inside.address() as AddressInfo
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:${port}/ws\r\n\r\n`)
    })
    const progress = watchComfy({ root: root(), headers: { authorization: 'Bearer key' } })
    await expect.poll(() => (progress.see(prompt, stop.signal), refused)).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked).toBe(0)
    inside.close()
  })
})
