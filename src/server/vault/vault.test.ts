import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { dataKeys } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { openTestStore } from '../store/store.fixture.ts'
import { sealAsFirst } from './seal.fixture.ts'
import { changeMasterKey, openVault } from './vault.ts'

const masterKey = 'a master key of more than 32 characters'
const otherKey = 'another master key, just as long as that'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

describe('openVault', () => {
  it('decrypts what it encrypted, also after a restart', async () => {
    const sealed = (await openVault(store, masterKey)).seal('sk-secret', 'here')
    expect(sealed).toMatch(/^v2\.[0-9a-z]{20}\.[\w-]+$/)
    expect(sealed).not.toContain('secret')
    expect((await openVault(store, masterKey)).open(sealed, 'here')).toBe('sk-secret')
  })

  it('rejects text for another place, changed text, and another master key', async () => {
    const vault = await openVault(store, masterKey)
    const sealed = vault.seal('sk-secret', 'here')
    expect(vault.open(sealed, 'there')).toBeUndefined()
    const changed = sealed.replace(/..$/, (end) => (end === 'AA' ? 'BB' : 'AA'))
    expect(vault.open(changed, 'here')).toBeUndefined()
    expect(vault.open(sealed.replace('v2.', 'v1.'), 'here')).toBeUndefined()
    expect(vault.open(sealed.replace('v2.', 'v3.'), 'here')).toBeUndefined()
    expect(vault.open('', 'here')).toBeUndefined()
    const other = await openVault(store, otherKey)
    expect(other.open(sealed, 'here')).toBeUndefined()
  })

  it('reports a wrong master key and keeps the rows for the right key', async () => {
    const sealed = (await openVault(store, masterKey)).seal('sk-secret', 'here')
    const before = await store.db.select().from(dataKeys)
    const vault = await openVault(store, otherKey)
    expect(vault.problem).toContain('BOZZETTO_MASTER_KEY')
    await expect(vault.rotate(() => Promise.resolve())).rejects.toThrow('master key')
    expect(await store.db.select().from(dataKeys)).toEqual(expect.arrayContaining(before))
    expect((await openVault(store, masterKey)).open(sealed, 'here')).toBe('sk-secret')

    const anew = vault.seal('sk-again', 'here')
    expect((await openVault(store, otherKey)).open(anew, 'here')).toBe('sk-again')
    await store.db.delete(dataKeys)
  })

  it('re-encrypts either everything on rotation, or nothing', async () => {
    const vault = await openVault(store, masterKey)
    const before = vault.seal('sk-secret', 'here')
    await expect(vault.rotate(() => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect(vault.open(before, 'here')).toBe('sk-secret')

    let after = ''
    await vault.rotate((_, again) => {
      after = again(before, 'here')
      return Promise.resolve()
    })
    expect(vault.open(after, 'here')).toBe('sk-secret')
    expect(vault.open(before, 'here')).toBeUndefined()
    expect((await openVault(store, masterKey)).open(after, 'here')).toBe('sk-secret')
    expect(await store.db.select().from(dataKeys)).toHaveLength(1)
  })

  it('decrypts text of the first version and re-encrypts it in the second version on rotation', async () => {
    const [key, id] = [randomBytes(32), newId()]
    const wrapped = sealAsFirst({ secret: masterKey, label: 'data keys' }, key, id)
    await store.db.delete(dataKeys)
    await store.db.insert(dataKeys).values({ id, wrapped })
    const dataKey = { secret: key.toString('base64url'), label: 'secrets' }
    const first = sealAsFirst(dataKey, Buffer.from('sk-secret'), 'here').replace('.', `.${id}.`)

    const vault = await openVault(store, masterKey)
    expect(vault.problem).toBeUndefined()
    expect(vault.open(first, 'here')).toBe('sk-secret')
    let after = ''
    await vault.rotate((_, again) => {
      after = again(first, 'here')
      return Promise.resolve()
    })
    expect(after).toMatch(/^v2\./)
    const [row] = await store.db.select().from(dataKeys)
    expect(row?.wrapped).toMatch(/^v2\./)
    expect((await openVault(store, masterKey)).open(after, 'here')).toBe('sk-secret')
  })

  it('changes the master key', async () => {
    const vault = await openVault(store, masterKey)
    const sealed = vault.seal('sk-secret', 'here')
    await changeMasterKey(store, { from: masterKey, to: otherKey })
    expect((await openVault(store, otherKey)).open(sealed, 'here')).toBe('sk-secret')
    expect((await openVault(store, masterKey)).problem).toBeDefined()
    await expect(changeMasterKey(store, { from: masterKey, to: otherKey })).rejects.toThrow(
      'master key',
    )
  })
})
