import { once } from 'node:events'
import { createServer, request as sendRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../../http/listen.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { openTestServer, testPassword } from './access-app.fixture.ts'

// A second loopback address. Linux accepts every 127.x.x.x address without configuration.
const proxyAddress = '127.0.0.2'

let store: Store
const servers: Server[] = []
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections()
  await store.close()
})

async function startApp(): Promise<number> {
  const { app, access } = await openTestServer(store, {
    password: testPassword,
    proxies: [proxyAddress],
    proxySignIn: {
      headers: { user: 'Remote-User', email: 'Remote-Email', name: undefined, groups: undefined },
      domains: [],
      groups: [],
      adminGroups: [],
      newPeople: 'join',
      groupsAreTeams: false,
      linksByEmail: true,
    },
  })
  await access.people.begin({ name: 'Anna', email: 'anna@example.com' })
  const fetchApp: Parameters<typeof listen>[0] = async (request, bindings) =>
    app.fetch(request, bindings)
  const { server, address } = await listen(fetchApp, { hostname: '127.0.0.1', port: 0 })
  servers.push(server)
  return address.port
}

/**
 * Starts a reverse proxy that adds identity headers for the person Ben.
 * @param removes true if the proxy first removes the identity headers of the client.
 */
async function startProxy(appPort: number, { removes }: { removes: boolean }): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    const { rawHeaders, method, url: path } = incoming
    const headers: string[] = []
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
      if (!removes || !/^remote-/i.test(name)) headers.push(name, value)
    }
    headers.push('Remote-User', 'ben', 'Remote-Email', 'ben@example.com')
    const to = { host: '127.0.0.1', port: appPort, localAddress: proxyAddress, method, path }
    const forwarded = sendRequest({ ...to, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const ask = (port: number, path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers })
const readSession = async (port: number, headers?: Record<string, string>) =>
  (await (await ask(port, '/api/session', headers)).json()) as object

it.skipIf(process.platform !== 'linux')(
  'sign-in by proxy accepts identity headers only from a trusted reverse proxy',
  async () => {
    const app = await startApp()
    const careful = await startProxy(app, { removes: true })
    const careless = await startProxy(app, { removes: false })
    const anna = { 'remote-user': 'anna', 'remote-email': 'anna@example.com' }

    expect(await readSession(app, anna)).toMatchObject({ isSignedIn: false })
    const pretended = { ...anna, 'x-forwarded-for': proxyAddress, forwarded: `for=${proxyAddress}` }
    expect(await readSession(app, pretended)).toMatchObject({ isSignedIn: false })
    expect(await readSession(careless, anna)).toMatchObject({ isSignedIn: false })
    expect(await readSession(careful, anna)).toMatchObject({
      person: { email: 'ben@example.com', role: 'member' },
    })

    const opened = await ask(careful, '/api/session')
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const status = async (port: number, more = {}) =>
      (await ask(port, '/api/sessions', { cookie, ...more })).status
    expect(await status(careful)).toBe(200)
    expect(await status(app)).toBe(401)
    expect(await status(app, { 'remote-user': 'ben' })).toBe(401)
  },
)
