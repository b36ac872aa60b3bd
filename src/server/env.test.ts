import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { EnvError, envNames, readEnv, secretNames } from './env.ts'

describe('readEnv', () => {
  it('has a default for every variable', () => {
    expect(readEnv({})).toMatchObject({ PORT: 5310, HOST: '127.0.0.1', BOZZETTO_API_KEYS: [] })
  })

  it('treats an empty variable as not set', () => {
    expect(readEnv({ PORT: '', BOZZETTO_OPENAI_URL: '', BOZZETTO_API_KEYS: '' }).PORT).toBe(5310)
  })

  it('splits keys at commas', () => {
    const keys = ['sa-first-key-0123', 'sa-second-key-0123']
    expect(readEnv({ BOZZETTO_API_KEYS: keys.join(', ') }).BOZZETTO_API_KEYS).toEqual(keys)
  })

  it.each(['https://a.example/page', 'a.example', 'https://*.example', "https://a.example 'self'"])(
    'refuses %j as an origin',
    (origin) => {
      expect(() => readEnv({ BOZZETTO_EMBED_ORIGINS: origin })).toThrow(
        /^BOZZETTO_EMBED_ORIGINS must be origins/,
      )
    },
  )

  it('drops the slash at the end of a URL', () => {
    const env = readEnv({ BOZZETTO_OPENAI_URL: 'http://127.0.0.1:11434/v1/' })
    expect(env.BOZZETTO_OPENAI_URL).toBe('http://127.0.0.1:11434/v1')
  })

  it.each([
    ['500MB', 500e6],
    ['20G', 20e9],
    ['20g', 20e9],
    ['1.5 TB', 1.5e12],
    ['20GiB', 20 * 1024 ** 3],
    ['512Mi', 512 * 1024 ** 2],
  ])('reads the size %s', (size, bytes) => {
    expect(readEnv({ BOZZETTO_DISK_QUOTA: size }).BOZZETTO_DISK_QUOTA).toBe(bytes)
  })

  it.each(['20', '20X', 'lots', '-5GB', '20GBB'])('refuses the size %j', (size) => {
    expect(() => readEnv({ BOZZETTO_DISK_QUOTA: size })).toThrow(/must be a size, such as 500MB/)
  })

  const secret = { BOZZETTO_SECRET: 'secret-of-16-signs' }
  it.each(['p@ss', 'p/ss', 'p@ss/w', 'p?ss', 'p#ss', '12/34', '5% off', 'a[b'])(
    'reports that the database password %j must be percent-encoded',
    (password) => {
      const raw = `postgres://ann:${password}@db.example.com:5432/studio`
      expect(() => readEnv({ ...secret, DATABASE_URL: raw })).toThrow(
        /^DATABASE_URL has a user name or password with special characters/,
      )
      const encoded = raw.replace(password, encodeURIComponent(password))
      expect(readEnv({ ...secret, DATABASE_URL: encoded }).DATABASE_URL).toBe(encoded)
    },
  )

  it.each([
    'postgres://db/studio',
    'postgres://ann@db/studio',
    'postgres://ann:a:b@[::1]:5432/studio',
    'postgres://db:5432/studio?application_name=a@b',
    'postgres://ann:pw@db/studio?application_name=a@b',
  ])('accepts the database URL %s', (address) => {
    expect(readEnv({ ...secret, DATABASE_URL: address }).DATABASE_URL).toBe(address)
  })

  it.each([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '70000' }],
    ['HOST', { HOST: 'http://a' }],
    ['BOZZETTO_PASSWORD', { BOZZETTO_PASSWORD: 'short' }],
    ['BOZZETTO_HOSTS', { BOZZETTO_HOSTS: 'studio.example.com:8080' }],
    ['BOZZETTO_PROXIES', { BOZZETTO_PROXIES: 'https://proxy.example.com' }],
    ['BOZZETTO_PROXIES', { BOZZETTO_PROXIES: '10.0.0.0/33' }],
    ['BOZZETTO_PROXIES', { BOZZETTO_PROXIES: '0.0.0.0/0' }],
    ['BOZZETTO_PROXIES', { BOZZETTO_PROXIES: '10.0.0' }],
    ['BOZZETTO_PROXIES', { BOZZETTO_PROXIES: 'proxy.internal/8' }],
    ['BOZZETTO_LOG', { BOZZETTO_LOG: 'everything' }],
    ['BOZZETTO_SECRET', { BOZZETTO_SECRET: 'short' }],
    ['BOZZETTO_DEPTH_MODEL', { BOZZETTO_DEPTH_MODEL: 'missing.onnx' }],
    ['BOZZETTO_MASK_MODEL', { BOZZETTO_MASK_MODEL: import.meta.filename }],
    ['BOZZETTO_API_KEYS', { BOZZETTO_API_KEYS: 'sa-good-key-01234,sa-too-short-12' }],
    ['BOZZETTO_API_KEYS', { BOZZETTO_API_KEYS: 'sa-aaaaaaaaaaaaaaaaaaaa' }],
    ['BOZZETTO_API_KEY_REQUESTS', { BOZZETTO_API_KEY_REQUESTS: '0' }],
    ['BOZZETTO_API_KEY_STREAMS', { BOZZETTO_API_KEY_STREAMS: 'many' }],
    ['BOZZETTO_CORS_ORIGINS', { BOZZETTO_CORS_ORIGINS: '*' }],
    ['BOZZETTO_GATEWAY_URL', { BOZZETTO_GATEWAY_URL: 'ftp://x', BOZZETTO_GATEWAY_KEY: 'k' }],
    ['BOZZETTO_GATEWAY_KEY', { BOZZETTO_GATEWAY_URL: 'https://gateway.example' }],
    ['DATABASE_CONNECTIONS', { DATABASE_CONNECTIONS: '1' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/x', BOZZETTO_SECRET: 'secret-of-16-signs' }],
    ['BOZZETTO_SECRET', { DATABASE_URL: 'postgres://db/x' }],
    ['S3_BUCKET', { S3_BUCKET: 'a/b' }],
    ['S3_ENDPOINT', { S3_BUCKET: 'studio', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'studio', S3_ENDPOINT: 'https://s3.example' }],
    ['BOZZETTO_OPENAI_URL', { BOZZETTO_OPENAI_KEY: 'k' }],
  ])('reports the variable %s if it is invalid', (name, variables) => {
    expect(() => readEnv(variables)).toThrow(EnvError)
    expect(() => readEnv(variables)).toThrow(new RegExp(`^${name} `, 'm'))
  })
})

const readHosts = (hosts: string) => readEnv({ BOZZETTO_HOSTS: hosts }).BOZZETTO_HOSTS

describe('setting BOZZETTO_HOSTS', () => {
  it('accepts an address instead of a name, but no port and no path', () => {
    expect(readHosts('https://studio.example.com/, b.example.com')).toEqual([
      'studio.example.com',
      'b.example.com',
    ])
    expect(() => readHosts('https://studio.example.com/path')).toThrow(
      /must be names without a port/,
    )
  })
})

describe('Docker compose file', () => {
  it('passes on every setting that the container does not set itself', async () => {
    const compose = await readFile('src/deploy/compose.yaml', 'utf8')
    const passedOn = [...compose.matchAll(/^ {6}([A-Z0-9_]+):$/gm)].map(([, name = '']) => name)
    const setByImage = new Set(['PORT', 'HOST', 'BOZZETTO_DATA'])
    const names = [...envNames, ...secretNames.map((name) => `${name}_FILE`)]
    expect(passedOn.toSorted()).toEqual(
      [...new Set(names)].filter((name) => !setByImage.has(name)).toSorted(),
    )
  })
})
