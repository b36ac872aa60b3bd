import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchPicture } from './fetch-picture.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const allow = { isAllowedAddress: () => true }

describe('fetchPicture', () => {
  it('fetches a picture, also over redirects', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b/teddy.png' }).end()
      else response.end('bytes')
    })
    const { bytes, name } = await fetchPicture(`${origin}/a`, allow)
    expect(Buffer.from(bytes).toString()).toBe('bytes')
    expect(name).toBe('/b/teddy.png')
  })

  it.each([
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://[::1]:9/',
    'http://[::ffff:127.0.0.1]:9/',
    'http://2130706433:9/',
    'http://0x7f.1:9/',
    'http://0177.0.0.1:9/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
  ])('refuses %s without connecting', async (address) => {
    await expect(fetchPicture(address)).rejects.toMatchObject({
      code: 'bad_picture',
      message: expect.stringContaining('private network'),
    })
  })

  it('refuses a redirect into the private network', async () => {
    const inside = await serve((_request, response) => response.end('secret'))
    const outside = await serve((_request, response) =>
      response.writeHead(302, { location: inside.replace('127.0.0.1', 'localhost') }).end(),
    )
    // The first host is a literal address and is allowed. The second host is resolved by DNS and
    // refused.
    let asked = 0
    const isAllowedAddress = () => asked++ === 0
    await expect(fetchPicture(outside, { isAllowedAddress })).rejects.toThrow('private network')
  })

  it.each(['file:///etc/passwd', 'ftp://example.com/a.png', 'nonsense', 'http://a:b@example.com/'])(
    'refuses the address %s',
    async (address) => {
      await expect(fetchPicture(address)).rejects.toMatchObject({ code: 'bad_picture' })
    },
  )

  it('stops at the fourth redirect', async () => {
    let requests = 0
    const origin = await serve((_request, response) => {
      requests++
      response.writeHead(302, { location: '/again' }).end()
    })
    await expect(fetchPicture(origin, allow)).rejects.toThrow('redirects too many times')
    expect(requests).toBe(4)
  })

  it('explains an error status, a closed connection and an endless body', async () => {
    const missing = await serve((_request, response) => response.writeHead(404).end())
    await expect(fetchPicture(missing, allow)).rejects.toThrow('status 404')
    const broken = await serve((request) => request.socket.destroy())
    await expect(fetchPicture(broken, allow)).rejects.toThrow('cannot be fetched')
    const endless = await serve((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024)
      const write = () => {
        while (response.write(chunk));
        response.once('drain', write)
      }
      write()
    })
    await expect(fetchPicture(endless, allow)).rejects.toMatchObject({ code: 'too_large' })
  })

  it('aborts the fetch when the caller disconnects', async () => {
    const silent = await serve(() => {})
    const signal = AbortSignal.timeout(50)
    await expect(fetchPicture(silent, { ...allow, signal })).rejects.toThrow(/abort/i)
  })
})
