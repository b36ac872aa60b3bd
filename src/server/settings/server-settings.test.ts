import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serverSettingNames } from '#contract/server-settings.ts'
import { readEnv, type Env } from '../env.ts'
import { serverSettings } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openVault, type Vault } from '../vault/vault.ts'
import { openServerSettings, resealSettings } from './server-settings.ts'

let store: Store
let env: Env
let vault: Vault
beforeEach(async () => {
  store = await openTestStore()
  vault = await openVault(store, 'm'.repeat(32))
  env = readEnv({})
})
afterEach(() => store.close())

const open = (outside: Record<string, string> = {}) =>
  openServerSettings(store, env, { vault, findText: (name) => outside[name] })

describe('openServerSettings', () => {
  it('lists every setting with its default', async () => {
    const settings = (await open()).list()
    expect(settings.map(({ name }) => name)).toEqual(serverSettingNames)
    expect(settings.every(({ source }) => source === 'default')).toBe(true)
    expect(settings).toContainEqual({
      name: 'BOZZETTO_NEW_PEOPLE',
      value: 'approve',
      defaultValue: 'approve',
      source: 'default',
    })
  })

  it('applies a value immediately and after the next start', async () => {
    const settings = await open()
    await settings.set('BOZZETTO_DISK_QUOTA', '20GB')
    await settings.set('BOZZETTO_CORS_ORIGINS', 'https://a.example.com, https://b.example.com')
    expect(env.BOZZETTO_DISK_QUOTA).toBe(20_000_000_000)
    expect(env.BOZZETTO_CORS_ORIGINS).toEqual(['https://a.example.com', 'https://b.example.com'])
    env = readEnv({})
    const { list } = await open()
    expect(env.BOZZETTO_DISK_QUOTA).toBe(20_000_000_000)
    expect(list()).toContainEqual({
      name: 'BOZZETTO_DISK_QUOTA',
      value: '20GB',
      defaultValue: '',
      source: 'page',
    })
  })

  it('returns to the default when the value is removed', async () => {
    const settings = await open()
    await settings.set('BOZZETTO_BACKUP_HOURS', '6')
    expect(env.BOZZETTO_BACKUP_HOURS).toBe(6)
    expect(await settings.set('BOZZETTO_BACKUP_HOURS', undefined)).toMatchObject({
      value: '24',
      source: 'default',
    })
    expect(env.BOZZETTO_BACKUP_HOURS).toBe(24)
  })

  it('refuses an invalid value with the same sentence as for the environment', async () => {
    const settings = await open()
    await expect(settings.set('BOZZETTO_BACKUP_HOURS', '0')).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The value must be a whole number from 1 to 744.',
    })
    expect(env.BOZZETTO_BACKUP_HOURS).toBe(24)
  })

  it('does not change settings of the environment', async () => {
    await (await open()).set('BOZZETTO_NEW_PEOPLE', 'join')
    env = readEnv({ BOZZETTO_NEW_PEOPLE: 'invited' })
    const settings = await open({ BOZZETTO_NEW_PEOPLE: 'invited' })
    expect(env.BOZZETTO_NEW_PEOPLE).toBe('invited')
    expect(settings.list()).toContainEqual({
      name: 'BOZZETTO_NEW_PEOPLE',
      value: 'invited',
      defaultValue: 'approve',
      source: 'environment',
    })
    await expect(settings.set('BOZZETTO_NEW_PEOPLE', 'join')).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('applies settings that another server has stored', async () => {
    const settings = await open()
    await store.db.insert(serverSettings).values({ name: 'BOZZETTO_API_KEY_STREAMS', value: '3' })
    await settings.readAgain()
    expect(env.BOZZETTO_API_KEY_STREAMS).toBe(3)
  })

  it('uses the default instead of a stored value that is no longer valid', async () => {
    await store.db.insert(serverSettings).values({ name: 'BOZZETTO_LOG', value: 'chatty' })
    await open()
    expect(env.BOZZETTO_LOG).toBe('info')
  })

  it('stores a secret encrypted and never returns it', async () => {
    const settings = await open()
    const set = await settings.set('BOZZETTO_SMTP_PASSWORD', 'a mail password')
    expect(set).toMatchObject({ value: '', source: 'page' })
    expect(env.BOZZETTO_SMTP_PASSWORD).toBe('a mail password')
    const [row] = await store.db.select().from(serverSettings)
    expect(row?.value).not.toContain('mail password')
    await vault.rotate(resealSettings)
    env = readEnv({})
    await open()
    expect(env.BOZZETTO_SMTP_PASSWORD).toBe('a mail password')
  })

  it('does not change a secret that the environment reads from a file', async () => {
    env = readEnv({ BOZZETTO_SMTP_PASSWORD: 'from a file' })
    const settings = await open({ BOZZETTO_SMTP_PASSWORD_FILE: '/run/secrets/smtp' })
    expect(settings.list()).toContainEqual({
      name: 'BOZZETTO_SMTP_PASSWORD',
      value: '',
      defaultValue: '',
      source: 'environment',
    })
    await expect(settings.set('BOZZETTO_SMTP_PASSWORD', 'x')).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(env.BOZZETTO_SMTP_PASSWORD).toBe('from a file')
  })
})
