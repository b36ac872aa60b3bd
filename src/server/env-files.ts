import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadEnvFile } from 'node:process'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { EnvError, envNames, readEnv, secretNames, type Env } from './env.ts'
import { nearNames } from './reading/near-names.ts'

type Variables = Record<string, string | undefined>

const ownPrefix = 'BOZZETTO_'
/** Matches variables that other programs of this project read. */
const otherNames = /^BOZZETTO_(?:BENCH_|TEST_|E2E_|FUZZ_|CHROMIUM$|KEY$|URL$)/

/**
 * Reads the settings of this process from its environment, then `.env` in the working directory,
 * then `.env` beside the data folder. The first place that sets a variable counts. `…_FILE` may
 * contain the path of a secret, because container platforms mount secrets as files.
 * @returns the settings, and a sentence for each unknown variable.
 * @throws {EnvError} with a sentence for each invalid variable or unreadable file.
 */
export function readProcessEnv(): { env: Env; notices: readonly string[] } {
  loadFile(path.resolve('.env'))
  const dataFolder = path.resolve(process.env['BOZZETTO_DATA'] || 'data')
  loadFile(path.join(path.dirname(dataFolder), '.env'))
  const env = readEnv(readSecretFiles(process.env))
  return { env, notices: describeUnknown(Object.keys(process.env)) }
}

function loadFile(file: string): void {
  try {
    loadEnvFile(file)
  } catch (error) {
    if (!isMissing(error)) throw new EnvError(`${file} cannot be read: ${describe(error)}.`)
  }
}

/**
 * Returns the variables with the secrets from their files. The line break at the end of a file is
 * not part of the secret.
 * @throws {EnvError} if a file cannot be read, or if a secret is also set directly.
 */
export function readSecretFiles(variables: Variables): Variables {
  const read: Variables = { ...variables }
  const problems: string[] = []
  for (const name of secretNames) {
    const file = ownValue(variables, `${name}_FILE`)
    if (file === undefined || file === '') continue
    if (ownValue(variables, name)) {
      problems.push(`Set either ${name} or ${name}_FILE, not both.`)
      continue
    }
    try {
      setOwn(read, name, readFileSync(file, 'utf8').replace(/\r?\n$/, ''))
    } catch (error) {
      problems.push(`${name}_FILE names ${file}, which cannot be read: ${describe(error)}.`)
    }
  }
  if (problems.length > 0) throw new EnvError(problems.join('\n'))
  return read
}

/** Returns the text of a variable as the environment or a `.env` file contains it. */
export const readVariable = (name: string): string | undefined => process.env[name] || undefined

/** Returns a sentence for each variable that looks like a setting but is unknown. */
export function describeUnknown(names: readonly string[]): string[] {
  const known = [...envNames, ...secretNames.map((name) => `${name}_FILE`)]
  const endings = known.filter((name) => name.startsWith(ownPrefix)).map(withoutPrefix)
  return names
    .filter((name) => name.startsWith(ownPrefix) && !otherNames.test(name))
    .filter((name) => !known.includes(name))
    .map((name) => {
      // Names are compared without their common start, which would make all names similar.
      const [near] = nearNames(withoutPrefix(name), endings)
      const hint = near === undefined ? '' : ` Did you mean ${ownPrefix}${near}?`
      return `There is no setting ${name}.${hint}`
    })
}

const withoutPrefix = (name: string): string => name.slice(ownPrefix.length)

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it'
  if (code === 'EISDIR') return 'it is a folder'
  return error instanceof Error ? error.message : String(error)
}
