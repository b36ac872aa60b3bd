import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EnvError } from '../env.ts'
import { providerKinds } from '../providers/kinds.ts'
import { readConnectionFile } from './connection-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-connection-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const read = async (text: string, variables: Record<string, string> = {}) => {
  const file = path.join(folder, 'connections.json')
  await writeFile(file, text)
  return readConnectionFile(file, {
    kinds: providerKinds,
    variables,
    allowedHosts: [],
    taken: [],
  })
}

async function getRefusal(text: string, variables?: Record<string, string>): Promise<string> {
  const error = await read(text, variables).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(EnvError)
  const { message } = error as EnvError
  const start = `BOZZETTO_CONNECTIONS: ${path.join(folder, 'connections.json')}, `
  expect(message.startsWith(start)).toBe(true)
  return message.slice(start.length)
}

const getFile = (...connections: string[]) =>
  `{\n  "connections": [\n${connections.join(',\n')}\n  ]\n}`

describe('a connection file', () => {
  it('takes keys and addresses from environment variables', async () => {
    const text = getFile(
      '{ "kind": "openrouter", "secrets": { "key": "${ROUTER_KEY}" } }',
      '{ "kind": "ollama", "id": "workshop", "name": "The ${PLACE}", "address": "http://${HOST}:11434/" }',
      '{ "kind": "tencent-cloud", "secrets": { "secretId": "${ID}", "secretKey": "${KEY}" } }',
    )
    const entries = await read(text, {
      ROUTER_KEY: 'sk-or-1234567890',
      PLACE: 'workshop',
      HOST: 'ollama',
      ID: 'IKID123456',
      KEY: 'secret-key-123',
    })
    expect(entries.map(({ id, name, source, isOn }) => [id, name, source, isOn])).toEqual([
      ['openrouter', 'OpenRouter', 'environment', true],
      ['workshop', 'The workshop', 'environment', true],
      ['tencent-cloud', expect.any(String), 'environment', true],
    ])
    expect(entries[0]!.settings.secrets).toEqual({ key: 'sk-or-1234567890' })
    expect(entries[1]!.settings.baseUrl).toBe('http://ollama:11434')
    expect(entries[2]!.settings.secrets).toEqual({
      secretId: 'IKID123456',
      secretKey: 'secret-key-123',
    })
    expect(entries[0]!.settings.service.keySetting).toContain('BOZZETTO_CONNECTIONS')
    expect(entries[0]!.hints).toEqual([])
  })

  it('selects the chat API of kinds that have two', async () => {
    const [entry] = await read(getFile('{ "kind": "ollama", "chatApi": "responses" }'))
    expect(entry!.settings.chatApi).toBe('responses')
    const text = getFile('{ "kind": "anthropic", "secrets": { "key": "k" }, "chatApi": "chat" }')
    expect(await getRefusal(text)).toContain('Anthropic has only one interface for chats.')
  })

  it('takes headers from environment variables, too', async () => {
    const text = getFile('{ "kind": "ollama", "headers": { "X-Door": "Bearer ${DOOR}" } }')
    const [entry] = await read(text, { DOOR: 'sesame' })
    expect(entry!.settings).toMatchObject({ secrets: {}, headers: { 'X-Door': 'Bearer sesame' } })
  })

  it.each([
    [
      'an unknown kind',
      '{ "kind": "openruter" }',
      'line 3: There is no kind “openruter”. Did you mean openrouter or comfy-router?',
    ],
    [
      'an unknown field',
      '{ "kind": "openrouter",\n  "url": "x" }',
      'line 4: “url” is not known here. Known: kind, id, name, address, secrets, headers, chatApi.',
    ],
    [
      'an unknown secret',
      '{ "kind": "openrouter", "secrets": {\n  "token": "x" } }',
      'line 4: “token” is not known here. OpenRouter takes: key.',
    ],
    [
      'a variable that is not set',
      '{ "kind": "openrouter", "secrets": {\n  "key": "${NOT_THERE}" } }',
      'line 4: The environment variable NOT_THERE is not set.',
    ],
    ['a missing key', '{ "kind": "openrouter" }', 'line 3: Enter the API key of OpenRouter.'],
    [
      'an invalid address',
      '{ "kind": "ollama",\n  "address": "ollama:11434" }',
      'line 4: address: Enter an http:// or https:// address.',
    ],
    [
      'an address for a service with a fixed address',
      '{ "kind": "openrouter", "secrets": { "key": "sk-or-1234" },\n  "address": "https://x.example" }',
      'line 4: The address of OpenRouter is fixed.',
    ],
    [
      'a second connection with the same id',
      '{ "kind": "ollama" },\n{ "kind": "ollama" }',
      'line 4: Another connection of the environment already has the id “ollama”. Give each an id of its own.',
    ],
    [
      'a reserved id',
      '{ "kind": "ollama",\n  "id": "local" }',
      'line 4: The id “local” is used by Bozzetto itself.',
    ],
    [
      'a header that cannot be set',
      '{ "kind": "ollama",\n  "headers": { "Host": "x" } }',
      'line 4: headers: Bozzetto sets Host, Cookie, Accept, User-Agent, Content-… and the like itself. Use other headers.',
    ],
    [
      'headers for a service that accepts none',
      '{ "kind": "openrouter", "secrets": { "key": "sk-or-1234" },\n  "headers": { "X-A": "x" } }',
      'line 3: OpenRouter takes no headers of your own.',
    ],
    ['a missing comma', '{ "kind": "ollama"\n  "id": "one" }', 'line 4: Missing comma or }.'],
    ['another type', '{ "kind": 7 }', 'line 3: connections.0.kind must be of type string.'],
  ])('reports the line of %s', async (_what, connections, refusal) => {
    expect(await getRefusal(getFile(connections))).toBe(refusal)
  })

  it('shows no keys in error messages', async () => {
    const text = getFile('{ "kind": "openrouter", "secrets": { "key": "${KEY}" } }')
    const refusal = await getRefusal(text, { KEY: 'with spaces secret' })
    expect(refusal).toBe('line 3: secrets.key: Keys have no spaces and only ASCII characters.')
  })

  it('is reported if it does not exist', async () => {
    const file = path.join(folder, 'none.json')
    const reading = readConnectionFile(file, {
      kinds: providerKinds,
      variables: {},
      allowedHosts: [],
      taken: [],
    })
    await expect(reading).rejects.toThrow(`BOZZETTO_CONNECTIONS: ${file}: There is no such file.`)
  })
})
