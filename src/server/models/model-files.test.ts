import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { knownModels } from './known-models.ts'
import { localImageTo3d } from './local-image-to-3d.ts'
import { openModelFiles } from './model-files.ts'
import { combineStorages, createFolderStorage, createRowStorage } from './model-file-storage.ts'
import { openTestStore } from '../store/store.fixture.ts'
import { readModelFile } from '../reading/read-model-file.ts'

const file = (schema: object = {}, rest: object = {}) => ({
  provider: 'gateway',
  model: 'acme_3d',
  name: 'Acme 3D',
  ...rest,
  paramSchema: {
    type: 'object',
    required: ['prompt'],
    properties: {
      prompt: { type: 'string', title: 'Words' },
      faces: { type: 'integer', minimum: 10, maximum: 1_000, default: 100 },
    },
    ...schema,
  },
})
const text = (schema?: object, rest?: object) => JSON.stringify(file(schema, rest), null, 2)
const faces = (field: object) => ({ properties: { prompt: {}, faces: field } })

describe('readModelFile', () => {
  it('returns the model of a valid file', () => {
    expect(readModelFile(text({}, { expectedSeconds: 60 }))).toEqual({
      id: 'gateway/acme_3d',
      provider: 'gateway',
      kind: '3d',
      name: 'Acme 3D',
      description: '',
      expectedSeconds: 60,
      paramSchema: file().paramSchema,
    })
  })

  it.each([...Object.entries(knownModels), ['local', localImageTo3d] as const])(
    'accepts the built-in model %s',
    (model, { paramSchema }) => {
      expect(readModelFile(text(paramSchema, { model }))).toHaveProperty('id')
    },
  )

  it.each([
    ['{\n "provider": "gateway",,\n}', 2, 'Missing name in quotes.'],
    ['[]', 1, 'The file must be of type object.'],
    [text({}, { name: undefined }), 1, 'name is missing.'],
    [text({}, { provider: 'my gateway' }), 2, /^provider must be the name of a provider/],
    [text({}, { model: 'a b' }), 3, 'model must have no spaces and only ASCII characters.'],
    [text({}, { prise: 3 }), 5, /^“prise” is not known here\. Known: provider, model, name/],
    [text({}, { expectedSeconds: 'long' }), 5, 'expectedSeconds must be of type number.'],
    [text({ type: 'array' }), 6, 'paramSchema.type must be "object".'],
    [text({ required: ['promt'] }), 8, 'There is no param “promt”. Did you mean prompt?'],
    [
      text(faces({ type: 'int' })),
      13,
      '"int" is not a type. Use string, integer, number, boolean, array, object, null.',
    ],
    [
      text(faces({ type: 'integer', maximun: 5 })),
      14,
      'A param has no “maximun”. Did you mean maximum?',
    ],
    [text(faces({ minimum: 9, maximum: 5 })), 14, 'maximum is below minimum.'],
    [text(faces({ enum: [] })), 13, 'enum must be a list with at least one value.'],
    [
      text(faces({ type: 'integer', minimum: 9, default: 3 })),
      15,
      'The default: faces must be at least 9.',
    ],
    [
      text(faces({ 'x-ui': { visbleWhen: {} } })),
      14,
      'x-ui has no “visbleWhen”. Did you mean visibleWhen?',
    ],
    [
      text(faces({ 'x-ui': { visibleWhen: { required: ['tool'] } } })),
      14,
      'There is no param “tool”.',
    ],
    [
      text({ allOf: [{ if: { required: ['prompt'] } }, { not: { required: ['facs'] } }] }),
      30,
      'There is no param “facs”. Did you mean faces?',
    ],
    [
      text({ 'x-presets': [{ name: 'Fine', set: { faces: 5_000 } }] }),
      26,
      'faces must be between 10 and 1,000.',
    ],
    [text({ 'x-presets': [{ set: {} }] }), 23, /^A preset needs a name and what to set/],
    [text({ 'x-price': { unit: 'gold', base: 1 } }), 22, /^x-price needs a unit/],
  ])('reports an error and its line in the file: %#', (content, line, message) => {
    const fault = readModelFile(content)
    expect(fault).toHaveProperty('line', line)
    expect(fault).toHaveProperty('message', expect.stringMatching(message))
  })

  it('ignores unknown keywords that other programs may use', () => {
    const field = { type: 'integer', 'x-certain': false, markdown: 'x', 'x-ui': { colour: 'red' } }
    expect(readModelFile(text(faces(field)))).toHaveProperty('id')
  })
})

describe('openModelFiles', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-models-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const write = (name: string, content: string) => writeFile(path.join(folder, name), content)

  it('lists nothing if the folder does not exist', async () => {
    expect(await openModelFiles(createFolderStorage(path.join(folder, 'none'))).read()).toEqual({
      models: [],
      problems: [],
    })
  })

  it('returns valid models, and reports the file and line of invalid models', async () => {
    await write('acme.json', text())
    await write('broken.json', '{\n  "provider": }')
    await write('notes.txt', 'not looked at')
    const { models, problems } = await openModelFiles(createFolderStorage(folder)).read()
    expect(models.map(({ id }) => id)).toEqual(['gateway/acme_3d'])
    expect(problems).toEqual([
      { provider: 'models/broken.json', message: 'Line 2: Missing value.' },
    ])
  })

  it('notices a corrected and a removed file immediately', async () => {
    const files = openModelFiles(createFolderStorage(folder))
    await write('acme.json', '{')
    expect((await files.read()).problems).toHaveLength(1)
    await write('acme.json', text())
    expect((await files.read()).models).toHaveLength(1)
    await rm(path.join(folder, 'acme.json'))
    expect(await files.read()).toEqual({ models: [], problems: [] })
  })

  it('returns a model only once if two files describe it', async () => {
    await write('a.json', text())
    await write('b.json', text())
    const { models, problems } = await openModelFiles(createFolderStorage(folder)).read()
    expect(models).toHaveLength(1)
    expect(problems).toEqual([
      { provider: 'models/b.json', message: 'Another file already has the model gateway/acme_3d.' },
    ])
  })

  it('does not read a file that is too large', async () => {
    await write('large.json', ' '.repeat(600_000))
    expect((await openModelFiles(createFolderStorage(folder)).read()).problems).toEqual([
      { provider: 'models/large.json', message: 'The file is larger than 512 KiB.' },
    ])
  })
})

it('stores added models as rows if there is a database server, and still reads the files of the folder', async () => {
  const store = await openTestStore()
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-models-'))
  const open = (at = folder) =>
    openModelFiles(combineStorages(createRowStorage(store), createFolderStorage(at)))
  await writeFile(path.join(folder, 'own.json'), text({}, { model: 'own' }))
  const here = open()
  const { name } = await here.add(text({}, { model: 'shared' }))
  const there = open(path.join(folder, 'none'))
  const getIds = async (files: typeof here) => (await files.read()).models.map(({ id }) => id)
  expect(await getIds(there)).toEqual(['gateway/shared'])
  expect(await getIds(here)).toEqual(['gateway/shared', 'gateway/own'])
  await there.add(text({}, { model: 'shared', name: 'Better' }))
  expect((await here.list()).map(({ model }) => model?.name)).toEqual(['Better', 'Acme 3D'])
  await here.add(text({}, { model: 'own', name: 'Mine' }))
  expect(await readFile(path.join(folder, 'own.json'), 'utf8')).toContain('Mine')
  expect(await here.remove(name)).toBe(true)
  expect(await here.remove('../own.json')).toBe(false)
  expect(await getIds(there)).toEqual([])
  await rm(folder, { recursive: true })
  await store.close()
})
