import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUpdateCheck, findNewer } from './update-check.ts'

describe('findNewer', () => {
  it.each([
    ['GitHub', { tag_name: 'v1.2.0', html_url: 'https://example.com/r/1.2.0' }],
    ['npm', { version: '1.2.0', homepage: 'https://example.com/r/1.2.0' }],
  ])('reads a release in the format of %s', (_, feed) => {
    const newer = { version: '1.2.0', url: 'https://example.com/r/1.2.0' }
    expect(findNewer(feed, '1.1.9')).toEqual(newer)
    expect(findNewer(feed, '1.2.0')).toBeUndefined()
    expect(findNewer(feed, '1.10.0')).toBeUndefined()
  })

  it('finds a release that is newer than the installed preview of that release', () => {
    expect(findNewer({ version: '1.0.0' }, '1.0.0-rc.1')).toEqual({ version: '1.0.0' })
  })

  it('ignores previews, and does nothing for a server that was built from source', () => {
    expect(findNewer({ version: '2.0.0-beta.1' }, '1.0.0')).toBeUndefined()
    expect(findNewer({ version: '2.0.0' }, 'development')).toBeUndefined()
  })

  it('drops a URL that is no web page', () => {
    const feed = { tag_name: '2.0.0', html_url: 'javascript:alert(1)' }
    expect(findNewer(feed, '1.0.0')).toEqual({ version: '2.0.0' })
  })

  it.each([[{}], [{ tag_name: 'nightly' }], [{ version: 1 }]])(
    'throws for the response %j',
    (feed) => {
      expect(() => findNewer(feed, '1.0.0')).toThrow(/version/)
    },
  )
})

describe('createUpdateCheck', () => {
  let server: Server
  let feed: string | undefined
  let answer: { status: number; body: string }
  let requestCount = 0
  beforeEach(async () => {
    requestCount = 0
    answer = { status: 200, body: '{"tag_name":"v9.0.0"}' }
    server = createServer((_, response) => {
      requestCount++
      response.writeHead(answer.status).end(answer.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  const create = (allowedHosts = ['127.0.0.1']) =>
    createUpdateCheck({ getFeed: () => feed, version: '1.0.0', allowedHosts })

  it('returns the newer version until an admin turns the check off', async () => {
    const updates = create()
    await updates.check()
    expect(updates.getNewer()).toEqual({ version: '9.0.0' })
    feed = undefined
    expect(updates.getNewer()).toBeUndefined()
    await updates.check()
    expect(requestCount).toBe(1)
    updates.close()
  })

  it('checks a feed that an admin has just set, once', async () => {
    const address = feed
    feed = undefined
    const updates = create()
    await updates.check()
    feed = address
    await vi.waitFor(() => expect(updates.getNewer()).toEqual({ version: '9.0.0' }))
    expect(requestCount).toBe(1)
    updates.close()
  })

  it('keeps the last result when the request fails', async () => {
    const updates = create()
    await updates.check()
    answer = { status: 500, body: 'oops' }
    await updates.check()
    answer = { status: 200, body: '<html>' }
    await updates.check()
    expect(updates.getNewer()).toEqual({ version: '9.0.0' })
    updates.close()
  })

  it('does not connect to the server’s own network unless the owner allows it', async () => {
    const updates = create([])
    await updates.check()
    expect(requestCount).toBe(0)
    updates.close()
  })
})
