import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EnvError } from './env.ts'
import { describeUnknown, readProcessEnv, readSecretFiles } from './env-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-env-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

describe('readSecretFiles', () => {
  it('reads a secret from its file, without the line break at its end', async () => {
    const file = path.join(folder, 'key')
    await writeFile(file, 'a key with spaces \r\n')
    expect(readSecretFiles({ BOZZETTO_OPENAI_KEY_FILE: file })).toMatchObject({
      BOZZETTO_OPENAI_KEY: 'a key with spaces ',
    })
  })

  it('refuses a secret that is set twice', () => {
    const twice = { BOZZETTO_PASSWORD: 'a', BOZZETTO_PASSWORD_FILE: '/b' }
    expect(() => readSecretFiles(twice)).toThrow(
      new EnvError('Set either BOZZETTO_PASSWORD or BOZZETTO_PASSWORD_FILE, not both.'),
    )
  })

  it('reports the file that cannot be read, and why', () => {
    expect(() => readSecretFiles({ DATABASE_URL_FILE: path.join(folder, 'missing') })).toThrow(
      /^DATABASE_URL_FILE names .*missing, which cannot be read: there is no such file\.$/,
    )
    expect(() => readSecretFiles({ DATABASE_URL_FILE: folder })).toThrow(/it is a folder\.$/)
  })

  it('ignores an empty variable, as readEnv does', () => {
    expect(readSecretFiles({ BOZZETTO_SECRET_FILE: '' })).not.toHaveProperty('BOZZETTO_SECRET')
  })
})

describe('describeUnknown', () => {
  it('suggests the most similar setting', () => {
    expect(
      describeUnknown(['PATH', 'BOZZETTO_PASWORD', 'BOZZETTO_SECRET', 'BOZZETTO_XYZZY']),
    ).toEqual([
      'There is no setting BOZZETTO_PASWORD. Did you mean BOZZETTO_PASSWORD?',
      'There is no setting BOZZETTO_XYZZY.',
    ])
  })

  it('accepts the file variable of each secret', () => {
    const names = ['BOZZETTO_API_KEYS_FILE', 'BOZZETTO_MASTER_KEY_FILE', 'BOZZETTO_HOSTS_FILE']
    expect(describeUnknown(names)).toEqual([expect.stringContaining('BOZZETTO_HOSTS_FILE')])
  })
})

describe('readProcessEnv', () => {
  it('prefers the environment, then .env in the working directory, then .env beside the data', async () => {
    const working = await mkdtemp(path.join(folder, 'working-'))
    vi.spyOn(process, 'cwd').mockReturnValue(working)
    for (const name of ['PORT', 'BOZZETTO_LOG', 'BOZZETTO_OIDC_NAME', 'BOZZETTO_ROLE']) {
      vi.stubEnv(name, undefined)
    }
    vi.stubEnv('BOZZETTO_DATA', path.join(folder, 'data'))
    vi.stubEnv('PORT', '5001')
    await writeFile(path.join(working, '.env'), 'PORT=5002\nBOZZETTO_LOG=error\n')
    const beside = 'PORT=5003\nBOZZETTO_LOG=debug\nBOZZETTO_OIDC_NAME="Our sign-in"\n'
    await writeFile(path.join(folder, '.env'), beside)
    expect(readProcessEnv().env).toMatchObject({
      PORT: 5001,
      BOZZETTO_LOG: 'error',
      BOZZETTO_OIDC_NAME: 'Our sign-in',
    })
  })

  it('works without any file', () => {
    vi.spyOn(process, 'cwd').mockReturnValue(folder)
    vi.stubEnv('BOZZETTO_DATA', path.join(folder, 'data'))
    expect(readProcessEnv().env.BOZZETTO_DATA).toBe(path.join(folder, 'data'))
  })
})
