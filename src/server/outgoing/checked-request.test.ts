import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { checkedFetch } from './checked-fetch.ts'
import { checkedRequest, type CheckedRequestOptions } from './checked-request.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const ask = async (address: string, options: Partial<CheckedRequestOptions> = {}) => {
  const signal = AbortSignal.timeout(300_000)
  const { response } = await checkedRequest(address, { signal, ...options })
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return text
}

const isAllowedAddress = (address: string) => address === '127.0.0.1'

function answering(...answers: string[][]) {
  const asked: string[] = []
  const resolve: CheckedRequestOptions['resolve'] = (hostname, _options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    callback(
      null,
      addresses.map((address): LookupAddress => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    )
  }
  return { resolve, asked }
}

/** Notations of private addresses in URLs. PORT stands for a port on which a server listens. */
const hostileForms: [string, string][] = [
  ['this machine', 'http://127.0.0.1:PORT/'],
  ['this machine by name', 'http://localhost:PORT/'],
  ['the same in capitals', 'http://LOCALHOST:PORT/'],
  ['another address of this machine', 'http://127.9.9.9:PORT/'],
  ['no address', 'http://0.0.0.0:PORT/'],
  ['a number', 'http://2130706433:PORT/'],
  ['hexadecimal', 'http://0x7f000001:PORT/'],
  ['hexadecimal in parts', 'http://0x7f.0.0.1:PORT/'],
  ['octal', 'http://0177.0.0.1:PORT/'],
  ['octal with zeros', 'http://00000177.0.0.1:PORT/'],
  ['two parts', 'http://127.1:PORT/'],
  ['three parts', 'http://127.0.1:PORT/'],
  ['a dot at the end', 'http://127.0.0.1.:PORT/'],
  ['full-width digits', 'http://１２７.０.０.１:PORT/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①:PORT/'],
  ['escaped digits', 'http://%31%32%37.0.0.1:PORT/'],
  ['an ideographic full stop', 'http://127。0。0。1:PORT/'],
  ['IPv6 loopback', 'http://[::1]:PORT/'],
  ['IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]:PORT/'],
  ['IPv6 nothing', 'http://[::]:PORT/'],
  ['mapped IPv4', 'http://[::ffff:127.0.0.1]:PORT/'],
  ['mapped IPv4 in hexadecimal', 'http://[::ffff:7f00:1]:PORT/'],
  ['translated IPv4', 'http://[::ffff:0:127.0.0.1]:PORT/'],
  ['compatible IPv4', 'http://[::7f00:1]:PORT/'],
  ['NAT64', 'http://[64:ff9b::7f00:1]:PORT/'],
  ['local NAT64', 'http://[64:ff9b:1::7f00:1]:PORT/'],
  ['6to4', 'http://[2002:7f00:1::]:PORT/'],
  ['Teredo', 'http://[2001:0:7f00:1::]:PORT/'],
  ['unique local', 'http://[fd12:3456::1]:PORT/'],
  ['IPv6 link-local', 'http://[fe80::1]:PORT/'],
  ['a home network', 'http://192.168.0.1:PORT/'],
  ['an office network', 'http://10.0.0.1:PORT/'],
  ['a container network', 'http://172.17.0.1:PORT/'],
  ['a carrier network', 'http://100.64.0.1:PORT/'],
  ['link-local', 'http://169.254.1.1:PORT/'],
  ['a metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['the same as a number', 'http://2852039166/latest/meta-data/'],
  ['metadata over IPv6', 'http://[fd00:ec2::254]/latest/meta-data/'],
  ['a credential that looks like a host', 'http://example.com@127.0.0.1:PORT/'],
  ['a backslash', 'http:\\\\127.0.0.1:PORT\\'],
  ['hexadecimal, octal and a short form together', 'http://0x7f.01:PORT/'],
  ['octal and a short form', 'http://0177.1:PORT/'],
  ['metadata in hexadecimal', 'http://0xa9fea9fe/latest/meta-data/'],
  ['metadata in octal', 'http://0251.0376.0251.0376/latest/meta-data/'],
  ['metadata, mapped', 'http://[::ffff:169.254.169.254]/latest/meta-data/'],
  ['metadata over NAT64', 'http://[64:ff9b::a9fe:a9fe]/latest/meta-data/'],
  ['another metadata service', 'http://100.100.100.200/latest/meta-data/'],
  ['one more metadata service', 'http://192.0.0.192/opc/v2/instance/'],
  ['6to4 of a home network', 'http://[2002:c0a8:1::]:PORT/'],
  ['Teredo with a hidden address', 'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]:PORT/'],
  ['ISATAP', 'http://[fe80::5efe:7f00:1]:PORT/'],
  ['site-local', 'http://[fec0::1]:PORT/'],
  ['IPv6 multicast', 'http://[ff02::1]:PORT/'],
  ['IPv6 documentation', 'http://[2001:db8::1]:PORT/'],
  ['mapped IPv4 in full', 'http://[0:0:0:0:0:ffff:7f00:0001]:PORT/'],
  ['mapped IPv4 in capitals', 'http://[::FFFF:7F00:1]:PORT/'],
  ['a zone', 'http://[fe80::1%25eth0]:PORT/'],
  ['loopback with a zone', 'http://[::1%25lo]:PORT/'],
  ['localhost in full-width letters', 'http://ｌｏｃａｌｈｏｓｔ:PORT/'],
  ['superscript digits', 'http://¹²⁷.⁰.⁰.¹:PORT/'],
  ['a soft hyphen', 'http://127.0.0.\u00AD1:PORT/'],
  ['a tab within', 'ht\ttp://127.0.0\t.1:PORT/'],
  ['a line break within', 'http://127.0.\n0.1:PORT/'],
  ['a host that a fragment hides', 'http://127.0.0.1:PORT#@example.com/'],
  ['a host that a query hides', 'http://127.0.0.1:PORT?@example.com/'],
  ['escaped credentials', 'http://example.com%2f@127.0.0.1:PORT/'],
  ['two credentials', 'http://a:b@c@127.0.0.1:PORT/'],
  ['broadcast', 'http://255.255.255.255:PORT/'],
  ['multicast', 'http://224.0.0.1:PORT/'],
  ['benchmarks', 'http://198.18.0.1:PORT/'],
  ...Object.values(networkInterfaces()).flatMap((all = []) =>
    all
      .filter(({ address }) => !address.startsWith('fe80'))
      .map(({ address, family }): [string, string] => [
        `this machine’s ${address}`,
        `http://${family === 'IPv6' ? `[${address}]` : address}:PORT/`,
      ]),
  ),
]

describe('checkedRequest with an untrusted URL', () => {
  it('is tested with at least 64 notations', () =>
    expect(hostileForms.length).toBeGreaterThanOrEqual(64))

  it.each(hostileForms)('refuses %s', async (_what, address) => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.end('inside')
    })
    await expect(ask(address.replace('PORT', String(port)))).rejects.toMatchObject({
      name: 'AddressRefusedError',
      refusal: expect.stringMatching(/^(private|password|malformed)$/),
    })
    expect(requests).toBe(0)
  })

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
    'data:text/plain,a',
    'javascript:alert(1)',
    'blob:http://example.com/1',
    'ws://example.com/',
  ])('refuses %s', async (address) => {
    await expect(ask(address)).rejects.toMatchObject({ refusal: 'scheme' })
  })

  it('refuses a host if any of its addresses is private', async () => {
    for (const answer of [['8.8.8.8', '127.0.0.1'], ['::1'], ['2606:4700::1', '10.0.0.1']]) {
      const { resolve } = answering(answer)
      await expect(ask('http://example.com./', { resolve })).rejects.toMatchObject({
        refusal: 'private',
      })
    }
  })

  it('connects to the checked address, even if the DNS answer changes', async () => {
    const port = await serve((request, response) => response.end(request.headers.host))
    const { resolve, asked } = answering(['127.0.0.1'], ['127.0.0.2'])
    const host = `rebinding.example:${port}`
    expect(await ask(`http://${host}/`, { resolve, isAllowedAddress })).toBe(host)
    expect(asked).toEqual(['rebinding.example'])
    await expect(ask(`http://${host}/`, { resolve, isAllowedAddress })).rejects.toMatchObject({
      refusal: 'private',
    })
  })

  it('refuses a host that resolves to a private address after a redirect to itself', async () => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.writeHead(302, { location: '/secret' }).end()
    })
    const { resolve, asked } = answering(['127.0.0.1'], ['127.0.0.2'])
    await expect(
      ask(`http://rebinding.example:${port}/`, { resolve, isAllowedAddress }),
    ).rejects.toMatchObject({ refusal: 'private' })
    expect(requests).toBe(1)
    expect(asked).toHaveLength(2)
  })

  it.each([
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '0.0.0.0',
    '169.254.169.254',
    'fe80::1%lo',
    'localhost',
  ])('refuses a host that resolves to %s', async (address) => {
    const { resolve } = answering([address])
    await expect(ask('http://rebinding.example/', { resolve })).rejects.toMatchObject({
      refusal: 'private',
    })
  })

  it.each([
    'http://localhost:PORT/secret',
    'http://127.0.0.2:PORT/secret',
    '//127.0.0.2:PORT/secret',
    'http://2130706434:PORT/secret',
    'file:///etc/passwd',
    'http://user:word@127.0.0.1:PORT/secret',
  ])('refuses a redirect to %s', async (location) => {
    const seen: (string | undefined)[] = []
    const port: number = await serve((request, response) => {
      seen.push(request.url)
      response.writeHead(302, { location: location.replace('PORT', String(port)) }).end()
    })
    const { resolve } = answering(['127.0.0.2'])
    await expect(
      ask(`http://127.0.0.1:${port}/`, { isAllowedAddress, resolve }),
    ).rejects.toMatchObject({ name: 'AddressRefusedError' })
    expect(seen).toEqual(['/'])
  })

  it('throws after three redirects', async () => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.writeHead(307, { location: '/again' }).end()
    })
    await expect(
      ask(`http://127.0.0.1:${port}/`, { isAllowedAddress: () => true }),
    ).rejects.toMatchObject({ refusal: 'redirects' })
    expect(requests).toBe(4)
  })
})

describe('host that the owner allows', () => {
  it('is reachable at a private address only by its name, and cannot redirect to another private host', async () => {
    const port: number = await serve((request, response) => {
      if (request.url === '/away') {
        response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end()
      } else response.end('inside')
    })
    const { resolve } = answering(['127.0.0.1'])
    const allowedHosts = ['nas.local', '127.0.0.1']
    const options = { resolve, allowedHosts }
    for (const host of ['nas.local', 'NAS.local', 'nas.local.', '127.0.0.1', '0x7f.1']) {
      expect(await ask(`http://${host}:${port}/`, options)).toBe('inside')
    }
    for (const host of ['other.local', 'sub.nas.local', 'nas.local.example', '127.0.0.2']) {
      await expect(ask(`http://${host}:${port}/`, options)).rejects.toMatchObject({
        refusal: 'private',
      })
    }
    await expect(ask(`http://nas.local:${port}/away`, options)).rejects.toMatchObject({
      refusal: 'private',
    })
  })
})

describe('checkedFetch', () => {
  it('sends a body only to the address that was checked for this request', async () => {
    let requests = 0
    const port = await serve((request, response) => {
      requests++
      request.pipe(response)
    })
    const { resolve, asked } = answering(['127.0.0.1'], ['127.0.0.2'])
    const limits = { bytesMax: 1000, timeoutMs: 10_000 }
    const send = checkedFetch({ resolve, isAllowedAddress, ...limits })
    const post = () =>
      send(`http://rebinding.example:${port}/`, { method: 'POST', body: 'question' })
    expect(await (await post()).text()).toBe('question')
    await expect(post()).rejects.toMatchObject({ refusal: 'private' })
    expect(asked).toHaveLength(2)
    expect(requests).toBe(1)
  })
})

it('checkedRequest sends no credentials of this server', async () => {
  const port = await serve((request, response) =>
    response.end(JSON.stringify(Object.keys(request.headers))),
  )
  const text = await ask(`http://127.0.0.1:${port}/`, { isAllowedAddress: () => true })
  expect((JSON.parse(text) as string[]).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})
