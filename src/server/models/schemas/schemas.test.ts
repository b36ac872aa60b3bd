import { describe, expect, it } from 'vitest'
import { adviseParams, checkParams } from '#lib/params/check/check-params.ts'
import { defaultParams, paramsToSend, visibleFields } from '#lib/params/effective-params.ts'
import { readOutput } from '#lib/params/output.ts'
import { readPresets, withPreset } from '#lib/params/presets.ts'
import { calculatePrice } from '#lib/params/price.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { knownModels } from '../known-models.ts'
import { localImageTo3d } from '../local-image-to-3d.ts'
import type { SchemaCases } from './cases.fixture.ts'
import { hunyuanCases, hunyuanProCases, hunyuanRapidCases } from './hunyuan.cases.ts'
import { spark3dCases, volcesSeed3dCases } from './seed3d.cases.ts'
import { tripoImageCases } from './tripo-image.cases.ts'
import { tripoMultiviewCases } from './tripo-multiview.cases.ts'
import { tripoTextCases } from './tripo-text.cases.ts'
import { vtrixCases } from './vtrix.cases.ts'

const tables: [model: string, cases: SchemaCases][] = [
  ['tripo3d_image_to_model', tripoImageCases],
  ['tripo3d_text_to_model', tripoTextCases],
  ['tripo3d_multiview_to_model', tripoMultiviewCases],
  ['tencent_hunyuan_3d', hunyuanCases],
  ['tencent_hunyuan_3d_pro', hunyuanProCases],
  ['tencent_hunyuan_3d_rapid', hunyuanRapidCases],
  ['spark_3d', spark3dCases],
  ['volces_seed3d', volcesSeed3dCases],
  ['vtrix_3d', vtrixCases],
]

const getPattern = (sentence: string | RegExp): RegExp =>
  typeof sentence === 'string'
    ? new RegExp(`^${sentence.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$`)
    : sentence

describe.each(tables)('param schema of %s', (model, { schema, base, accepted, refused, noted }) => {
  it('belongs to a built-in model', () => expect(knownModels[model]?.paramSchema).toBe(schema))

  it.each(accepted)('accepts the params %j', (params) => {
    expect(checkParams(schema, { ...base, ...params })).toEqual([])
  })

  it.each(refused)('rejects the params %j at %s', (params, path, sentence) => {
    const issues = checkParams(schema, { ...base, ...params })
    expect(issues.map((issue) => issue.path)).toContain(path)
    const said = issues.filter((issue) => issue.path === path).map(({ message }) => message)
    expect(said).toContainEqual(expect.stringMatching(getPattern(sentence)))
  })

  it.each(noted)('accepts the params %j with a note: %s', (params, effect, sentence) => {
    const given = { ...base, ...params }
    expect(checkParams(schema, given)).toEqual([])
    const said = adviseParams(schema, given).filter((notice) => notice.effect === effect)
    expect(said.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(getPattern(sentence)),
    )
  })

  it('accepts required params and defaults, and gives no advice about them', () => {
    const sent = paramsToSend(schema, { ...base, ...accepted[0] })
    expect(checkParams(schema, sent)).toEqual([])
    expect(adviseParams(schema, sent)).toEqual([])
  })

  it('contains only fields that a form can render', () => {
    expect(readFields(schema).filter(({ kind }) => kind === 'json')).toEqual([])
  })

  it('describes the formats of the output', () => {
    expect(readOutput(schema, paramsToSend(schema, base))?.formats[0]).toBe('glb')
  })
})

describe('test cases of the param schemas', () => {
  it('contain at least 150 inputs in total', () => {
    const count = tables.reduce(
      (sum, [, { accepted, refused, noted }]) =>
        sum + accepted.length + refused.length + noted.length,
      0,
    )
    expect(count).toBeGreaterThanOrEqual(150)
  })
})

describe('built-in param schemas', () => {
  const schemas = [...Object.values(knownModels), localImageTo3d].map(
    ({ name, paramSchema }) => [name, paramSchema] as const,
  )

  it.each(schemas)('have valid presets: %s', (_name, schema) => {
    const cases = tables.map(([, table]) => table).find((table) => table.schema === schema)
    const base = cases ? { ...cases.base, ...cases.accepted[0] } : { file: { url: 'a' } }
    for (const preset of readPresets(schema)) {
      const sent = paramsToSend(schema, withPreset(schema, base, preset))
      expect([preset.name, checkParams(schema, sent)]).toEqual([preset.name, []])
    }
  })

  it.each(schemas)('have valid defaults: %s', (_name, schema) => {
    const paths = checkParams(schema, defaultParams(schema)).map(({ path }) => path)
    const preset = Object.keys(defaultParams(schema))
    expect(paths.filter((path) => preset.includes(path))).toEqual([])
  })
})

describe('versions of Tripo in the form', () => {
  const { schema, base } = tripoImageCases
  const shown = (model_version: string) => visibleFields(schema, { ...base, model_version })

  it('show the geometry quality only for versions that support it', () => {
    expect(visibleFields(schema, base)).not.toContain('geometry_quality')
    expect(shown('v3.0-20250812')).toContain('geometry_quality')
  })

  it('hide params that the version P1 rejects', () => {
    const held = { ...base, model_version: 'P1-20260311', quad: true, generate_parts: true }
    expect(checkParams(schema, paramsToSend(schema, held))).toEqual([])
  })
})

describe('prices of 3D models', () => {
  it.each([
    [tripoImageCases, {}, 0.3],
    [tripoImageCases, { texture: false, pbr: false }, 0.2],
    [tripoImageCases, { texture: false }, 0.3],
    [tripoImageCases, { texture_quality: 'extreme', quad: true }, 0.55],
    [tripoImageCases, { texture: false, pbr: false, texture_quality: 'detailed' }, 0.2],
    [tripoImageCases, { model_version: 'P1-20260311' }, 0.5],
    [tripoTextCases, {}, 0.2],
    [tripoTextCases, { model_version: 'P1-20260311', texture: false, pbr: false }, 0.3],
    [hunyuanProCases, { image_url: 'a' }, 0.375],
    [hunyuanProCases, { image_url: 'a', face_count: 500_000 }, 0.375],
    [hunyuanProCases, { image_url: 'a', face_count: 50_000, enable_pbr: true }, 0.675],
    [hunyuanRapidCases, { image_url: 'a' }, 0.225],
    [spark3dCases, {}, 0.353],
  ] as const)('equal the vendor’s price list: %#', ({ schema, base }, params, amount) => {
    expect(calculatePrice(schema, { ...base, ...params })).toMatchObject({ amount, unit: 'usd' })
  })

  it.each([hunyuanCases, vtrixCases])(
    'are undefined for models without a listed price: %#',
    (cases) => {
      expect(calculatePrice(cases.schema, cases.base)).toBeUndefined()
    },
  )
})

describe('output format of a 3D model', () => {
  it.each([
    [tripoImageCases, { quad: true }, ['fbx']],
    [hunyuanCases, {}, ['glb']],
    [hunyuanCases, { result_format: 'USDZ' }, ['usdz']],
    [spark3dCases, { file_format: 'obj' }, ['obj']],
  ] as const)('matches the params: %#', ({ schema }, params, formats) => {
    expect(readOutput(schema, params)?.formats).toEqual(formats)
  })
})
