import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createChanges } from '../changes/changes.ts'
import { toolContext } from '../chat/tools/tool-context.fixture.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { signInAsBrowser } from '../testing/sign-in-as-browser.fixture.ts'
import { openVault } from '../vault/vault.ts'
import { openMcpService } from './mcp-service.ts'
import { commandsFolder } from './mcp-servers.fixture.ts'
import { openProtected } from './oidc-protected.fixture.ts'

const { signal } = new AbortController()
const origin = 'https://studio.example'
let store: Store
let close = () => {}
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
afterEach(() => {
  close()
  vi.restoreAllMocks()
})

it('McpService signs in at a third-party authorization server with registration and PKCE', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const { address, issuer, tokens, ...far } = await openProtected()
  close = far.close
  const mcp = await openMcpService({
    store,
    vault: await openVault(store, 'a master key of more than 32 characters'),
    changes: createChanges(),
    allowedHosts: ['127.0.0.1'],
    folder: commandsFolder,
    takesCommands: false,
  })
  expect(await mcp.create({ name: 'Far', address }, signal)).toMatchObject({ signIn: 'wanted' })
  const { back, asked } = await signInAsBrowser({
    address: await mcp.beginSignIn('far', origin),
    issuer,
    login: 'anna',
  })
  expect(asked).toEqual(['login', 'consent'])
  expect(back.origin + back.pathname).toBe(`${origin}/settings`)
  const { code = '', state = '', iss } = Object.fromEntries(back.searchParams)
  expect(iss).toBe(issuer)
  await expect(mcp.finishSignIn({ code, state: `${state}x`, iss }, signal)).rejects.toThrow(
    'not started here',
  )
  const signedIn = await mcp.finishSignIn({ code, state, iss }, signal)
  expect(signedIn).toMatchObject({ signIn: 'done', tools: [{ name: 'echo' }] })

  await mcp.change('far', { tools: { echo: true } })
  const [tool] = mcp.tools()
  const said = await tool?.run({ text: 'hello' }, toolContext())
  expect(typeof said === 'string' ? said : said?.text).toContain('You said hello.')
  expect(tokens.length).toBeGreaterThan(0)
  expect(JSON.stringify(mcp.list())).not.toContain(tokens[0])
  await mcp.close()
})
