import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { toSecretPlace, sealSecrets } from '../connections/connection-rows.ts'
import { connections } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openVault } from '../vault/vault.ts'
import { rotateKeys } from './rotate-keys.ts'

const masterKey = 'a master key of more than 32 characters'
const secret = 'sk-of-someone-0123456789'

let store: Store
let folder: string
beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-rotate-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const row = { id: 'mine', address: 'https://api.example.com/v1' }

async function storeConnection(): Promise<void> {
  const vault = await openVault(store, masterKey)
  const secrets = sealSecrets(vault, row, { key: secret })
  const values = { ...row, owner: 'owner', kind: 'openai-compatible', name: 'Mine', secrets }
  await store.db.insert(connections).values(values)
}

const sealedKey = async (): Promise<string> =>
  (await store.db.select().from(connections))[0]?.secrets['key']?.sealed ?? ''
const opened = async (key: string) =>
  (await openVault(store, key)).open(await sealedKey(), toSecretPlace(row, 'key'))

describe('npm run rotate-keys', () => {
  it('encrypts all keys again while the server is stopped, and changes the master key', async () => {
    await storeConnection()
    const env = readEnv({ BOZZETTO_DATA: folder, BOZZETTO_MASTER_KEY: masterKey })
    const before = await sealedKey()
    expect(await rotateKeys(store, env, undefined)).toContain('with a new key')
    expect(await sealedKey()).not.toBe(before)
    expect(await opened(masterKey)).toBe(secret)

    const file = path.join(folder, 'next')
    await writeFile(file, 'short')
    await expect(rotateKeys(store, env, file)).rejects.toThrow('at least 32 characters')
    const next = 'the next master key, of 32 characters and more'
    await writeFile(file, `${next}\n`)
    expect(await rotateKeys(store, env, file)).toContain('BOZZETTO_MASTER_KEY_FILE')
    expect(await opened(next)).toBe(secret)

    await expect(rotateKeys(store, env, undefined)).rejects.toThrow('master key')
    expect(await opened(next)).toBe(secret)
  })
})
