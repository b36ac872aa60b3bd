import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getDecodedBody, postUpstream, release } from './upstream-request.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  closing.push(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const ports = new Set<number | undefined>()
  server.on('connection', ({ remotePort }) => ports.add(remotePort))
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`), ports }
}

async function readAll(body: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of body) text += String(piece)
  return text
}

describe('postUpstream', () => {
  it('sends the body with its length and reuses a connection', async () => {
    const seen: unknown[] = []
    const { url, ports } = await serve((request, response) => {
      const { method, headers } = request
      seen.push([method, headers['content-length'], headers['x-a']])
      request.resume().on('end', () => response.end('ok'))
    })
    for (let time = 0; time < 3; time++) {
      const answer = await postUpstream(url, { 'X-A': 'b' }, 'größer').answered
      expect(await readAll(getDecodedBody(answer))).toBe('ok')
      release(answer)
      await vi.waitFor(() => expect(answer.destroyed).toBe(true))
    }
    expect(seen).toEqual(Array.from({ length: 3 }, () => ['POST', '8', 'b']))
    expect(ports.size).toBe(1)
  })

  it('prefers the caller’s headers to credentials in the URL', async () => {
    const seen: unknown[] = []
    const { url } = await serve((request, response) => {
      seen.push(request.rawHeaders.filter((_, at) => at % 2 === 0))
      seen.push([request.headers.authorization, request.headers['accept-encoding']])
      request.resume().on('end', () => response.end('ok'))
    })
    url.username = 'ann'
    const headers = { Authorization: 'Bearer a', 'Accept-Encoding': 'gzip', Host: 'Authorization' }
    release(await postUpstream(url, headers, '').answered)
    expect(seen).toEqual([
      expect.toSatisfy((names: string[]) => new Set(names).size === names.length),
      ['Bearer a', 'identity'],
    ])
  })

  it('decompresses a response that the server compressed without being asked', async () => {
    const { url } = await serve((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip')
      response.end(gzipSync('data: words\n\n'))
    })
    const answer = await postUpstream(url, {}, '').answered
    expect(await readAll(getDecodedBody(answer))).toBe('data: words\n\n')
  })

  it('reads the rest of an unneeded response only if the rest is short', async () => {
    const { url } = await serve((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_000)));
      }
      response.on('drain', more)
      more()
    })
    const answer = await postUpstream(url, {}, '').answered
    release(answer)
    await once(answer, 'close')
    expect(answer.complete).toBe(false)
  })

  it('aborts before and within a response', async () => {
    const { url } = await serve((request, response) => {
      if (request.headers['x-answer']) response.write('a')
    })
    const reason = new Error('enough')
    const silent = postUpstream(url, {}, '')
    silent.end(reason)
    await expect(silent.answered).rejects.toBe(reason)

    const begun = postUpstream(url, { 'X-Answer': 'yes' }, '')
    const answer = await begun.answered
    const reading = readAll(getDecodedBody(answer))
    begun.end(reason)
    await expect(reading).rejects.toThrow('aborted')
  })

  it('reads nothing from a paused connection, and everything afterwards', async () => {
    let write: ((text: string) => Promise<void>) | undefined
    const { url } = await serve((request, response) => {
      request.resume()
      write = (text) => new Promise((done) => response.write(text, () => done()))
      void write('0')
      response.on('close', () => response.end())
    })
    const answer = await postUpstream(url, {}, '').answered
    const pieces: string[] = []
    getDecodedBody(answer)
      .setEncoding('utf8')
      .on('data', (piece: string) => pieces.push(piece))
    await vi.waitFor(() => expect(pieces).toEqual(['0']))
    answer.socket.pause()
    const { bytesRead } = answer.socket
    for (let at = 1; at < 20; at++) {
      await write?.(String(at))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(answer.socket.bytesRead).toBe(bytesRead)
    answer.socket.resume()
    const all = Array.from({ length: 20 }, (_, at) => String(at)).join('')
    await vi.waitFor(() => expect(pieces.join('')).toBe(all))
    answer.destroy()
  })
})
