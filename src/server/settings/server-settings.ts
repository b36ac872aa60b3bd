import { eq } from 'drizzle-orm'
import {
  secretSettingNames,
  serverSettingNames,
  type ServerSetting,
  type ServerSettingName,
} from '#contract/server-settings.ts'
import { readVariable } from '../env-files.ts'
import { formatEnvValue, parseEnvValue, type Env } from '../env.ts'
import { HttpError } from '../errors/http-error.ts'
import { log, setLogLevel } from '../observability/log.ts'
import { serverSettings } from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import type { Reseal, Vault } from '../vault/vault.ts'

export type ServerSettings = {
  list: () => ServerSetting[]
  /**
   * Stores a value and applies it immediately. Without a text, the default applies.
   * @throws {HttpError} `bad_request` if the value is invalid, `conflict` if the environment sets
   * the setting.
   */
  set: (name: ServerSettingName, text: string | undefined) => Promise<ServerSetting>
  readAgain: () => Promise<void>
}

type ServerSettingOptions = {
  vault: Pick<Vault, 'seal' | 'open'>
  findText?: (name: string) => string | undefined
}

/**
 * Opens the settings that admins change in the page, and writes them into `env`. The environment
 * has precedence.
 */
export async function openServerSettings(
  { db }: Store,
  env: Env,
  { vault, findText = readVariable }: ServerSettingOptions,
): Promise<ServerSettings> {
  const atStart = { ...env }
  const isFixed = (name: string) => (findText(name) ?? findText(`${name}_FILE`)) !== undefined
  let stored = new Map<string, string>()

  /**
   * Returns an empty text for a secret that cannot be decrypted, so that an admin has to enter the
   * secret.
   */
  const openSecret = (name: string, value: string): string =>
    isSecret(name) ? (vault.open(value, toSecretPlace(name)) ?? '') : value

  function apply(name: ServerSettingName): void {
    const text = stored.get(name)
    const parsed = text === undefined || isFixed(name) ? undefined : parseEnvValue(name, text)
    if (parsed?.problem !== undefined) {
      log().warn({ name }, `The stored setting ${name} ${parsed.problem}. The default is used.`)
    }
    Object.assign(env, { [name]: parsed && 'value' in parsed ? parsed.value : atStart[name] })
    if (name === 'BOZZETTO_LOG') setLogLevel(env.BOZZETTO_LOG)
  }

  async function readAgain(): Promise<void> {
    const rows = await db.select().from(serverSettings)
    const before = stored
    stored = new Map(rows.map(({ name, value }) => [name, openSecret(name, value)]))
    for (const name of serverSettingNames) {
      if (before.get(name) !== stored.get(name)) apply(name)
    }
  }

  function getState(name: ServerSettingName): ServerSetting {
    const defaultValue = formatEnvValue(parseEnvValue(name, '').value)
    const outside = isFixed(name) ? (findText(name) ?? '') : undefined
    const here = stored.get(name)
    const source = outside !== undefined ? 'environment' : here === undefined ? 'default' : 'page'
    const value = isSecret(name) ? '' : (outside ?? here ?? defaultValue)
    return { name, value, defaultValue, source }
  }

  await readAgain()
  return {
    list: () => serverSettingNames.map(getState),
    async set(name, text) {
      if (isFixed(name)) {
        throw new HttpError(
          'conflict',
          `${name} is set in the environment of the server. Remove it there first.`,
        )
      }
      if (text === undefined) {
        await db.delete(serverSettings).where(eq(serverSettings.name, name))
      } else {
        const { problem } = parseEnvValue(name, text)
        if (problem !== undefined) throw new HttpError('bad_request', `The value ${problem}.`)
        const value = isSecret(name) ? vault.seal(text, toSecretPlace(name)) : text
        await db
          .insert(serverSettings)
          .values({ name, value })
          .onConflictDoUpdate({
            target: serverSettings.name,
            set: { value, changedAt: new Date() },
          })
      }
      await readAgain()
      return getState(name)
    },
    readAgain,
  }
}

const isSecret = (name: string): boolean => secretSettingNames.some((secret) => secret === name)
const toSecretPlace = (name: string): string => `setting ${name}`

/** Encrypts the secret settings with the new data key, in the transaction of `db`. */
export async function resealSettings(db: Database, again: Reseal): Promise<void> {
  for (const name of secretSettingNames) {
    const isIt = eq(serverSettings.name, name)
    const [row] = await db.select().from(serverSettings).where(isIt)
    if (!row) continue
    const value = again(row.value, toSecretPlace(name))
    await db.update(serverSettings).set({ value }).where(isIt)
  }
}
