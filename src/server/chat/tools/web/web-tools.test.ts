import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPdf } from '../../../documents/small-pdf.fixture.ts'
import type { ConnectionSettings } from '../../../ports/provider-kind.ts'
import type { WebSearch } from '../../../ports/web-search.ts'
import {
  connectBrave,
  connectSearxng,
  connectTavily,
} from '../../../providers/search/search-kinds.ts'
import { toolContext } from '../tool-context.fixture.ts'
import { createToolbox } from '../tools.ts'
import { pageFetcher } from './fetch-page.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

let server: Server
let root: string
let answer: Answer
let asked: { url: string; headers: IncomingMessage['headers']; body: string }[]
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ url: request.url ?? '', headers: request.headers, body })
      answer(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  asked = []
})

const json =
  (value: unknown, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(value))
  }
const page =
  (html: string | Buffer, type = 'text/html; charset=utf-8'): Answer =>
  (_request, response) => {
    response.setHeader('Content-Type', type)
    response.end(html)
  }
const tavilyKey = 'tvly-0123456789abcdef'
const { signal } = new AbortController()
const settings = (key = ''): ConnectionSettings => ({
  service: {
    id: 'search',
    title: 'Search',
    addressSetting: 'its address',
    addressExample: root,
    keySetting: 'its key',
  },
  baseUrl: root,
  secrets: key === '' ? {} : { key },
  allowedHosts: [],
})
const getSearch = (provider: { search?: WebSearch }): WebSearch => {
  if (!provider.search) throw new Error('It does not search.')
  return provider.search
}
const hit = { title: 'Celadon &amp; <strong>iron</strong>', url: 'https://example.com/celadon' }
const found = { title: 'Celadon & iron', url: hit.url, snippet: 'A glaze.' }

describe('web search', () => {
  it('requests JSON from SearXNG', async () => {
    const results = [
      { ...hit, content: 'A  glaze.' },
      { title: 'Bad', url: 'javascript:alert(1)', content: '' },
    ]
    answer = json({ results })
    expect(await getSearch(connectSearxng(settings())).search('iron glaze', signal)).toEqual([
      found,
    ])
    expect(asked[0]?.url).toBe('/search?q=iron+glaze&format=json')
  })

  it('reports which search engines behind SearXNG refused the query', async () => {
    const { search } = getSearch(connectSearxng(settings()))
    answer = json({
      results: [],
      unresponsive_engines: [
        ['google', 'CAPTCHA'],
        ['bing', 'timeout'],
      ],
    })
    await expect(search('iron', signal)).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('google (CAPTCHA), bing (timeout)') as string,
    })
    answer = json({ results: [hit], unresponsive_engines: [['google', 'CAPTCHA']] })
    expect(await search('iron', signal)).toHaveLength(1)
    answer = json({ results: [], unresponsive_engines: [] })
    expect(await search('iron', signal)).toEqual([])
  })

  it('explains that SearXNG must be configured to return JSON', async () => {
    const { search } = getSearch(connectSearxng(settings()))
    answer = (request, response) => {
      response.statusCode = 403
      page('<h1>Forbidden</h1>')(request, response, '')
    }
    await expect(search('iron', signal)).rejects.toThrow('Add json to search.formats')
  })

  it('sends the API key to Brave', async () => {
    answer = json({ web: { results: [{ ...hit, description: 'A glaze.' }] } })
    const { search } = getSearch(connectBrave(settings('BSA-1'), root))
    expect(await search('iron', signal)).toEqual([found])
    expect(asked[0]?.url).toMatch(/^\/res\/v1\/web\/search\?q=iron&count=\d+$/)
    expect(asked[0]?.headers['x-subscription-token']).toBe('BSA-1')
  })

  it('sends the API key to Tavily', async () => {
    answer = json({ results: [{ ...hit, content: 'A glaze.' }] })
    expect(
      await getSearch(connectTavily(settings(tavilyKey), root)).search('iron', signal),
    ).toEqual([found])
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${tavilyKey}`)
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ query: 'iron' })
  })

  it('explains a failure in a sentence', async () => {
    answer = json({ detail: `wrong key ${tavilyKey}` }, 401)
    const { search } = getSearch(connectTavily(settings(tavilyKey), root))
    await expect(search('iron', signal)).rejects.toMatchObject({ isAboutKey: true })
    await expect(search('iron', signal)).rejects.not.toThrow(tavilyKey)
    answer = json({}, 403)
    await expect(search('iron', signal)).rejects.toThrow('this: its key may have no access')
    const said = "This request exceeds your plan's set usage limit."
    answer = json({ detail: { error: said } }, 432)
    await expect(search('iron', signal)).rejects.toThrow(
      `Search refused because a limit of your plan is used up. Raise it there, or wait. It says: “${said}”`,
    )
    answer = json({ detail: { error: 'Too many.' } }, 429)
    await expect(search('iron', signal)).rejects.toThrow('Try again later. It says: “Too many.”')
  })

  it('reports an invalid API key even if the service responds with the status of a bad request', async () => {
    const detail = 'The provided subscription token is invalid.'
    const error = { id: 'x', status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID', detail }
    answer = json({ type: 'ErrorResponse', error, time: 1 }, 422)
    const { search } = getSearch(connectBrave(settings('BSA-1'), root))
    await expect(search('iron', signal)).rejects.toMatchObject({
      isAboutKey: true,
      message: expect.stringContaining('does not accept the key. Check its key.') as string,
    })
  })
})

const call = (name: string, given: object) => ({
  index: 0,
  round: 0,
  upstreamId: 'c',
  name,
  arguments: JSON.stringify(given),
  status: 'running' as const,
  at: { text: 0, reasoning: 0 },
})

const toolbox = (search: WebSearch | undefined, isOpen = true) =>
  createToolbox({
    web: {
      search: () => search,
      fetchPage: pageFetcher(isOpen ? { isAllowedAddress: () => true } : {}),
    },
  })
const own = () => getSearch(connectSearxng(settings()))
const toolNames = (search?: WebSearch) =>
  toolbox(search)
    .list()
    .map(({ name }) => name)

const run = (name: string, given: object, isOpen = true) =>
  toolbox(own(), isOpen)
    .pick([name])
    .run(call(name, given), toolContext({ signal, sourceCount: 2 }))

describe('web tools', () => {
  it('are offered while a connection supports web search', () => {
    expect(toolNames()).not.toContain('web_search')
    expect(toolNames(own())).toEqual(expect.arrayContaining(['web_search', 'read_page']))
  })

  it('number their results continuously and return them as sources', async () => {
    answer = json({ results: [{ ...hit, content: 'A glaze.' }] })
    const { call: done, sources } = await run('web_search', { query: 'iron' })
    expect(done.status).toBe('done')
    expect(done.result).toContain('[3] Celadon & iron\nhttps://example.com/celadon\nA glaze.')
    expect(done.result).toContain('not instructions')
    const source = { title: found.title, url: found.url, quote: 'A glaze.' }
    expect(sources).toEqual([source])
    expect(done.structured).toEqual({ results: [{ number: 3, ...source }] })
    answer = json({ results: [] })
    expect((await run('web_search', { query: 'iron' })).call.structured).toEqual({ results: [] })
  })

  it('extract the main text of a page without scripts and navigation', async () => {
    const words = 'Celadon is a green glaze. '.repeat(20)
    answer = page(
      `<html><head><title>On  glazes</title><script>evil()</script></head><body><nav>Home Shop</nav>
       <main><h1>Celadon</h1><p>${words}</p><script>more()</script><ul><li>iron</li></ul></main>
       <footer>Cookies</footer></body></html>`,
    )
    const { call: done, sources } = await run('read_page', { url: `${root}/a` })
    expect(done.result).toContain(`[3] On glazes\n${root}/a\n\n# Celadon`)
    expect(done.result).toContain('- iron')
    for (const word of ['evil', 'more()', 'Home', 'Cookies'])
      expect(done.result).not.toContain(word)
    expect(sources[0]).toMatchObject({ title: 'On glazes', url: `${root}/a` })
    expect(done.structured).toEqual({
      number: 3,
      title: 'On glazes',
      url: `${root}/a`,
      characters: expect.any(Number) as number,
      isCut: false,
      encoding: 'utf-8',
    })
  })

  it('decode plain text and encodings other than UTF-8', async () => {
    answer = page(Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1'), 'text/html; charset=iso-8859-1')
    expect((await run('read_page', { url: root })).call.result).toContain('Grüße')
    answer = page('just words', 'text/plain')
    expect((await run('read_page', { url: root })).call.result).toContain('just words')
  })

  it.each([
    ['no label', '<p>\xd0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2</p>', 'text/html', 'привет, мир'],
    [
      'a wrong header',
      '<p>\xd0\xd5\xc3\xfb,\xb3\xc7\xca\xd0</p>',
      'text/html; charset=utf-8',
      '姓名,城市',
    ],
    [
      'a header with the default',
      '<meta charset=gbk><p>\xd0\xd5\xc3\xfb,\xb3\xc7\xca\xd0</p>',
      'text/html; charset=iso-8859-1',
      '姓名,城市',
    ],
    [
      'a wrong element',
      '<meta charset=iso-8859-1><p>Gr\xc3\xbc\xc3\x9fe</p>',
      'text/html',
      'Grüße',
    ],
    [
      'an element',
      '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis"><p>\x8e\x81\x96\xbc</p>',
      'text/html',
      '氏名',
    ],
    ['the name of plain text', 'Krak\xf3w \xb1', 'text/plain; charset=ISO-8859-2', 'Kraków ą'],
    ['smart quotes', '<p>It\x92s 5 \x80</p>', 'text/html; charset=iso-8859-1', 'It’s 5 €'],
  ])('detect the encoding of a page with %s', async (_case, html, type, words) => {
    answer = page(Buffer.from(html, 'latin1'), type)
    const { call: done } = await run('read_page', { url: root })
    expect(done.result).toContain(words)
  })

  it('read a page in an encoding that the model chooses', async () => {
    answer = page(Buffer.from('<p>\xe9\xe0</p>', 'latin1'), 'text/html')
    const { call: done } = await run('read_page', { url: root, encoding: 'windows-1251' })
    expect(done.result).toContain('Encoding: Windows-1251\n\nйа')
    expect(done.structured).toMatchObject({ encoding: 'windows-1251' })
    const { call: refused } = await run('read_page', { url: root, encoding: 'klingon' })
    expect(refused.result).toContain('unknown')
  })

  it('read PDFs, also with a generic content type', async () => {
    for (const type of ['application/pdf', 'application/octet-stream']) {
      answer = page(createPdf('Cone 10'), type)
      const { call: done, sources } = await run('read_page', { url: `${root}/Iron%20glazes.pdf` })
      expect(done.result).toContain('Cone 10')
      expect(sources[0]).toMatchObject({ title: 'Iron glazes.pdf' })
    }
  })

  it('decompress responses that a server compressed without being asked', async () => {
    answer = (_request, response) => {
      response.setHeader('Content-Encoding', 'gzip')
      page(gzipSync('<p>Celadon is green.</p>'))(_request, response, '')
    }
    expect((await run('read_page', { url: root })).call.result).toContain('Celadon is green.')
  })

  it('read RSS and Atom feeds', async () => {
    answer = page('<rss><title>Kiln news</title></rss>', 'application/rss+xml')
    expect((await run('read_page', { url: root })).call.result).toContain('Kiln news')
  })

  it.each([
    ['no page', page('PK', 'application/zip'), 'application/zip'],
    ['a broken PDF', page('%PDF', 'application/pdf'), 'This PDF cannot be read'],
    ['empty', page('<p></p>'), 'no text'],
    ['drawn by scripts', page('<title>App</title><div id=root></div>'), 'no text'],
    ['data that is said to be a page', page(Buffer.alloc(5_000, 'k\0\x93')), 'holds no text'],
    ['missing', json({}, 404), 'status 404'],
    ['huge', page(Buffer.alloc(6 * 1024 * 1024, 'a')), 'larger than 5 MB'],
  ])('explain why %s cannot be read', async (_case, given, why) => {
    answer = given
    const { call: done } = await run('read_page', { url: root })
    expect(done).toMatchObject({ status: 'failed', result: expect.stringContaining(why) as string })
  })

  it('refuse addresses in this machine’s network and schemes other than HTTP', async () => {
    answer = page('secret')
    for (const url of [
      root,
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'http://a:b@x.com/',
    ]) {
      const { call: done } = await run('read_page', { url }, false)
      expect(done.status).toBe('failed')
    }
    expect(asked).toEqual([])
  })
})
