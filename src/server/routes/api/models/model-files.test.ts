import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { modelFileListSchema, modelDescriptionFileSchema } from '#contract/model-settings.ts'
import { toHttpError } from '../../../errors/http-error.ts'
import { openModelFiles } from '../../../models/model-files.ts'
import { createFolderStorage } from '../../../models/model-file-storage.ts'
import { modelFileRoutes } from './model-files.ts'

let folder: string
let app: Hono
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-models-'))
  const modelFiles = openModelFiles(createFolderStorage(path.join(folder, 'models')))
  app = new Hono().route('/api/model-files', modelFileRoutes({ modelFiles }))
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    return c.json(error.toBody(), error.status)
  })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const text = (rest: object = {}) =>
  JSON.stringify(
    {
      provider: 'gateway',
      model: 'acme/3d v2'.replace(' ', '-'),
      name: 'Acme',
      paramSchema: { type: 'object', properties: { prompt: { type: 'string' } } },
      ...rest,
    },
    undefined,
    2,
  )
const add = (body: string) => app.request('/api/model-files', { method: 'POST', body })
const list = async () =>
  modelFileListSchema.parse(await (await app.request('/api/model-files')).json()).files

describe('/api/model-files', () => {
  it('stores a model under its own name, lists it and removes it', async () => {
    expect(await list()).toEqual([])
    const added = await add(text())
    expect(added.status).toBe(201)
    const file = modelDescriptionFileSchema.parse(await added.json())
    expect(file).toEqual({
      name: 'gateway-acme-3d-v2.json',
      model: { id: 'gateway/acme/3d-v2', name: 'Acme' },
    })
    expect(await list()).toEqual([file])
    expect(await readdir(path.join(folder, 'models'))).toEqual([file.name])
    const removed = await app.request(`/api/model-files/${file.name}`, { method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect(await list()).toEqual([])
  })

  it('replaces the model with the same id', async () => {
    await add(text())
    await add(text({ name: 'Acme, corrected' }))
    expect((await list()).map(({ model }) => model?.name)).toEqual(['Acme, corrected'])
  })

  it('reports the line of an error and stores nothing', async () => {
    const answer = await add(text({ name: 7 }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'bad_model_file',
      message: 'Line 4: name must be of type string.',
      issues: [{ path: 'line 4' }],
    })
    expect(await (await add('{ "provider": ')).json()).toMatchObject({ code: 'bad_model_file' })
    expect((await add('x'.repeat(600_000))).status).toBe(413)
    expect(await list()).toEqual([])
  })

  it('removes nothing outside of the folder of model files', async () => {
    await writeFile(path.join(folder, 'secret.json'), '{}')
    await add(text())
    for (const name of ['..%2Fsecret.json', 'other.json']) {
      const answer = await app.request(`/api/model-files/${name}`, { method: 'DELETE' })
      expect(answer.status).toBe(404)
    }
    expect(await readdir(folder)).toContain('secret.json')
  })

  it('reports invalid files that were copied into the folder', async () => {
    await add(text())
    await writeFile(path.join(folder, 'models', 'broken.json'), '{\n  oops\n}')
    const broken = (await list()).find(({ name }) => name === 'broken.json')
    expect(broken?.model).toBeUndefined()
    expect(broken?.problem).toMatch(/^Line 2: /)
  })
})
