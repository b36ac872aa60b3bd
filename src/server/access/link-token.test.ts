import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EnvError } from '../env.ts'
import { linkTo, loadLinkToken, readLinkToken } from './link-token.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-link-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('loadLinkToken stores 256 random bits once, in a file that only its owner may read', async () => {
  const data = path.join(folder, 'data')
  expect(await readLinkToken(folder)).toBeUndefined()
  const token = await loadLinkToken(data)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await loadLinkToken(data)).toBe(token)
  expect(await readdir(data)).toEqual(['link-token'])
  expect((await stat(path.join(data, 'link-token'))).mode & 0o777).toBe(0o600)
  expect(linkTo('http://127.0.0.1:5310', token)).toBe(`http://127.0.0.1:5310/?token=${token}`)
})

it('loadLinkToken returns the same token to concurrent first calls', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => loadLinkToken(folder)))
  expect(new Set(tokens).size).toBe(1)
})

it.each(['', 'short', 'x'.repeat(42)])(
  'loadLinkToken refuses a file that contains %j',
  async (text) => {
    await writeFile(path.join(folder, 'link-token'), text)
    await expect(loadLinkToken(folder)).rejects.toThrow(EnvError)
  },
)
