import { eq } from 'drizzle-orm'
import {
  serverSettingNames,
  type ServerSetting,
  type ServerSettingName,
} from '#contract/server-settings.ts'
import { readVariable } from '../env-files.ts'
import { formatEnvValue, parseEnvValue, type Env } from '../env.ts'
import { HttpError } from '../errors/http-error.ts'
import { log, setLogLevel } from '../observability/log.ts'
import { serverSettings } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

export type ServerSettings = {
  list: () => ServerSetting[]
  /**
   * Stores a value and applies it immediately. Without a text, the default applies again.
   * @throws {HttpError} `bad_request` if the value is invalid, `conflict` if the environment sets
   * the setting.
   */
  set: (name: ServerSettingName, text: string | undefined) => Promise<ServerSetting>
  /** Applies the settings that another server has stored. */
  readAgain: () => Promise<void>
}

/**
 * Opens the settings that admins change in the page, and applies them to `env` in place. Code that
 * must notice a change reads the value from `env` each time. The environment has precedence.
 */
export async function openServerSettings(
  { db }: Store,
  env: Env,
  /** Returns the text of a variable of the environment. */
  findText: (name: string) => string | undefined = readVariable,
): Promise<ServerSettings> {
  const atStart = { ...env }
  const isFixed = (name: string) => findText(name) !== undefined
  let stored = new Map<string, string>()

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
    stored = new Map(rows.map(({ name, value }) => [name, value]))
    for (const name of serverSettingNames) {
      if (before.get(name) !== stored.get(name)) apply(name)
    }
  }

  function getState(name: ServerSettingName): ServerSetting {
    const defaultValue = formatEnvValue(parseEnvValue(name, '').value)
    const outside = findText(name)
    if (outside !== undefined) return { name, value: outside, defaultValue, source: 'environment' }
    const here = stored.get(name)
    return here === undefined
      ? { name, value: defaultValue, defaultValue, source: 'default' }
      : { name, value: here, defaultValue, source: 'page' }
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
        await db
          .insert(serverSettings)
          .values({ name, value: text })
          .onConflictDoUpdate({
            target: serverSettings.name,
            set: { value: text, changedAt: new Date() },
          })
      }
      await readAgain()
      return getState(name)
    },
    readAgain,
  }
}
