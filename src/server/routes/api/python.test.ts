import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pythonStateSchema } from '#contract/python.ts'
import { HttpError } from '../../errors/http-error.ts'
import { openPythonFiles } from '../../python/python-files.ts'
import { pythonRoutes } from './python.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'python-routes-'))
})
afterAll(() => rm(folder, { recursive: true }))

const createApp = () =>
  new Hono()
    .onError((error, c) =>
      error instanceof HttpError ? c.text(error.message, 400) : c.text('', 500),
    )
    .route('/', pythonRoutes({ python: openPythonFiles(folder) }))

describe('the routes of Python', () => {
  it('send Pyodide, compressed and kept by the browser for a year, and no other file', async () => {
    const app = createApp()
    const { version } = pythonStateSchema.parse(await (await app.request('/')).json())
    const response = await app.request(`/files/pyodide.asm.mjs?version=${version}`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('cache-control')).toContain('immutable')
    for (const name of ['package.json', '..%2Fpackage.json', '%2Fetc%2Fpasswd', '.hidden']) {
      expect((await app.request(`/files/${name}`)).status).toBe(400)
    }
  })

  it('refuse a package without the locked checksum', async () => {
    const app = createApp()
    const { packages } = pythonStateSchema.parse(await (await app.request('/')).json())
    const response = await app.request(`/packages/${packages[0]?.file ?? ''}`, {
      method: 'PUT',
      body: new Uint8Array([1, 2, 3]),
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('damaged')
  })
})
