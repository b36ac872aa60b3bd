import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { adviseParams, checkParams } from '#lib/params/check/check-params.ts'
import { paramsToSend } from '#lib/params/effective-params.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { calculatePrice } from '#lib/params/price.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { readModelFile } from '../../reading/read-model-file.ts'

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), 'utf8')) as ParamSchema

const url = 'https://example.com/a.png'

type Values = Record<string, unknown>
type Host = {
  schema: ParamSchema
  /** The smallest set of values with which the form is valid. */
  least: Values
  kinds: string
  sent: Values
  /**
   * Form values, and the params that must be sent for these values. A param that is `undefined`
   * must not be sent.
   */
  sends?: [values: Values, sent: Values][]
  /** Params that violate a rule, with the rule's effect and the field. */
  rules?: [params: Values, effect: string, path: string][]
  price?: [values: Values, amount: number][]
}

const hosts: Record<string, Host> = {
  'fal, Tripo P2': {
    schema: read('tripo-fal-p2-image-to-3d'),
    least: { image_url: url },
    kinds:
      'picture integer boolean boolean boolean enum enum boolean boolean boolean enum seed seed',
    sent: {
      image_url: url,
      quad: false,
      texture: true,
      pbr: true,
      texture_quality: 'standard',
      delight: true,
      auto_size: false,
      export_uv: true,
      export_orientation: '+x',
    },
    sends: [[{ texture_version: 'v3.5' }, { texture_version: 'v3.5', delight: true }]],
    rules: [[{ quad: true, face_limit: 30_000 }, 'reject', 'face_limit']],
    price: [
      [{}, 1.1],
      [{ texture: false }, 1],
    ],
  },
  'fal, Hunyuan3D 3.0': {
    schema: read('hunyuan3d-3.0-fal-image'),
    least: { input_image_url: url },
    kinds: 'picture picture picture picture enum enum boolean integer',
    sent: { input_image_url: url, generate_type: 'Normal', enable_pbr: false, face_count: 500000 },
    sends: [
      [{ generate_type: 'LowPoly' }, { polygon_type: 'triangle' }],
      [{ generate_type: 'Geometry', enable_pbr: true }, { enable_pbr: false }],
    ],
    rules: [
      [{ generate_type: 'Geometry', enable_pbr: true }, 'server-ignores', 'enable_pbr'],
      [{ polygon_type: 'quadrilateral' }, 'server-ignores', 'polygon_type'],
    ],
  },
  'fal, Hunyuan3D 3.1': {
    schema: read('hunyuan3d-3.1-pro-fal-image'),
    least: { input_image_url: url },
    kinds: 'picture picture picture picture picture picture picture picture enum boolean integer',
    // A face count costs extra, so it is not sent by default.
    sent: { input_image_url: url, generate_type: 'Normal', enable_pbr: false },
    sends: [[{ face_count: 90_000 }, { face_count: 90_000 }]],
    price: [
      [{}, 0.375],
      [{ face_count: 90_000, enable_pbr: true, back_image_url: url }, 0.825],
    ],
  },
  'Tencent Cloud, Hunyuan3D': {
    schema: read('hunyuan3d-tencentcloud-pro'),
    least: { ImageUrl: url },
    kinds: 'enum text picture views enum enum boolean integer',
    sent: {
      Model: '3.0',
      ImageUrl: url,
      GenerateType: 'Normal',
      EnablePBR: false,
      FaceCount: 500000,
    },
    sends: [
      [
        { MultiViewImages: [{ ViewType: 'left', ViewImageUrl: url }] },
        { MultiViewImages: [{ ViewType: 'left', ViewImageUrl: url }] },
      ],
    ],
    rules: [
      [{ Prompt: 'both' }, 'reject', 'Prompt'],
      [{ Model: '3.1', GenerateType: 'LowPoly' }, 'reject', 'GenerateType'],
      [{ MultiViewImages: [{ ViewType: 'left' }] }, 'reject', 'MultiViewImages/0'],
    ],
  },
  'fal, Hunyuan3D 2.1': {
    schema: read('hunyuan3d-2.1-fal'),
    least: { input_image_url: url },
    kinds: 'picture boolean integer number integer seed',
    sent: {
      input_image_url: url,
      textured_mesh: false,
      num_inference_steps: 50,
      guidance_scale: 7.5,
      octree_resolution: 256,
    },
    price: [[{ textured_mesh: true }, 0.9]],
  },
  'own server, Hunyuan3D 2.1': {
    schema: read('hunyuan3d-2.1-selfhost'),
    least: { image: url },
    kinds: 'picture boolean boolean integer integer integer number integer seed',
    sent: {
      image: url,
      remove_background: true,
      texture: false,
      octree_resolution: 256,
      num_inference_steps: 5,
      guidance_scale: 5,
      num_chunks: 8000,
    },
    sends: [[{ texture: true }, { face_count: 40_000 }]],
  },
  'fal, Meshy': {
    schema: read('meshy-6-fal-image'),
    least: { image_url: url },
    kinds:
      'picture boolean boolean text picture boolean enum integer enum enum boolean number boolean integer boolean',
    sent: {
      image_url: url,
      should_texture: true,
      enable_pbr: false,
      should_remesh: true,
      topology: 'triangle',
      target_polycount: 30000,
      symmetry_mode: 'auto',
      enable_rigging: false,
      enable_animation: false,
      enable_safety_checker: true,
    },
    sends: [
      [
        { enable_rigging: true, enable_animation: true },
        { rigging_height_meters: 1.7, animation_action_id: 1001 },
      ],
      // Without a rig, the form hides the animation switch, and therefore also the field that
      // depends on the switch.
      [{ enable_animation: true }, { enable_animation: false, animation_action_id: undefined }],
    ],
    rules: [[{ enable_animation: true }, 'reject', 'enable_rigging']],
    price: [[{}, 0.8]],
  },
  'fal, Rodin': {
    schema: read('rodin-gen2-fal'),
    least: { prompt: 'a cup' },
    kinds: 'pictures text enum enum enum enum boolean boolean boolean json seed',
    sent: {
      prompt: 'a cup',
      quality_mesh_option: '500K Triangle',
      material: 'All',
      geometry_file_format: 'glb',
      TAPose: false,
      preview_render: false,
    },
    sends: [
      [{ input_image_urls: [url], bbox_condition: [1, 2, 3] }, { bbox_condition: [1, 2, 3] }],
    ],
    rules: [
      [{ prompt: undefined }, 'reject', 'input_image_urls'],
      [{ bbox_condition: [1, 2] }, 'reject', 'bbox_condition'],
      [{ input_image_urls: [url, url, url, url, url, url] }, 'reject', 'input_image_urls'],
    ],
    price: [
      [{}, 0.4],
      [{ addons: 'HighPack' }, 1.2],
    ],
  },
  'Stability, SF3D': {
    schema: read('sf3d-stability'),
    least: { image: url },
    kinds: 'picture enum number enum integer',
    sent: { image: url, texture_resolution: '1024', foreground_ratio: 0.85, remesh: 'none' },
    sends: [
      [{ remesh: 'quad', vertex_count: 900 }, { vertex_count: 900 }],
      [{ vertex_count: 900 }, { vertex_count: undefined }],
    ],
  },
  'Stability, SPAR3D': {
    schema: read('spar3d-stability'),
    least: { image: url },
    kinds: 'picture enum number enum enum integer number seed',
    sent: {
      image: url,
      texture_resolution: '1024',
      foreground_ratio: 1.3,
      remesh: 'none',
      guidance_scale: 3,
    },
    sends: [
      [{ remesh: 'triangle', target_type: 'face' }, { target_count: 1_000 }],
      [{ target_type: 'face' }, { target_type: undefined, target_count: undefined }],
    ],
  },
  'fal, TRELLIS': {
    schema: read('trellis-fal'),
    least: { image_url: url },
    kinds: 'picture enum number seed number integer number integer',
    sent: {
      image_url: url,
      texture_size: 1024,
      mesh_simplify: 0.95,
      ss_guidance_strength: 7.5,
      ss_sampling_steps: 12,
      slat_guidance_strength: 3,
      slat_sampling_steps: 12,
    },
    rules: [[{ texture_size: '1024' }, 'reject', 'texture_size']],
    price: [[{}, 0.02]],
  },
  'fal, TRELLIS.2': {
    schema: read('trellis-2-fal'),
    least: { image_url: url },
    kinds:
      'picture enum enum integer boolean number number seed number number integer number number number integer number number number integer number',
    sent: {
      image_url: url,
      resolution: '1024',
      texture_size: '2048',
      decimation_target: 500000,
      remesh: true,
      remesh_band: 1,
      remesh_project: 0,
      ss_guidance_strength: 7.5,
      ss_guidance_rescale: 0.7,
      ss_sampling_steps: 12,
      ss_rescale_t: 5,
      shape_slat_guidance_strength: 7.5,
      shape_slat_guidance_rescale: 0.5,
      shape_slat_sampling_steps: 12,
      shape_slat_rescale_t: 3,
      tex_slat_guidance_strength: 1,
      tex_slat_guidance_rescale: 0,
      tex_slat_sampling_steps: 12,
      tex_slat_rescale_t: 3,
    },
    sends: [[{ remesh: false }, { remesh: false, remesh_band: undefined }]],
    price: [
      [{}, 0.3],
      [{ resolution: '1536' }, 0.35],
    ],
  },
  'fal, Pixal3D': {
    schema: read('pixal3d-fal'),
    least: { image_url: url },
    kinds:
      'picture enum enum integer seed number number integer number number number integer number number number integer number',
    sent: {
      image_url: url,
      resolution: '1024',
      texture_size: '2048',
      decimation_target: 500000,
      ss_guidance_strength: 7.5,
      ss_guidance_rescale: 0.7,
      ss_sampling_steps: 12,
      ss_rescale_t: 5,
      shape_slat_guidance_strength: 7.5,
      shape_slat_guidance_rescale: 0.5,
      shape_slat_sampling_steps: 12,
      shape_slat_rescale_t: 3,
      tex_slat_guidance_strength: 1,
      tex_slat_guidance_rescale: 0,
      tex_slat_sampling_steps: 12,
      tex_slat_rescale_t: 3,
    },
    price: [
      [{}, 0.3],
      [{ resolution: '1536' }, 0.42],
    ],
  },
  'fal, Hunyuan3D 3.1 Rapid': {
    schema: read('hunyuan3d-3.1-rapid-fal-image'),
    least: { input_image_url: url },
    kinds: 'picture boolean boolean',
    sent: { input_image_url: url, enable_geometry: false, enable_pbr: false },
    sends: [[{ enable_geometry: true, enable_pbr: true }, { enable_pbr: false }]],
    rules: [[{ enable_geometry: true, enable_pbr: true }, 'server-ignores', 'enable_pbr']],
  },
  'fal, Hunyuan3D 3.1 Rapid, text': {
    schema: read('hunyuan3d-3.1-rapid-fal-text'),
    least: { prompt: 'a cup' },
    kinds: 'text boolean boolean',
    sent: { prompt: 'a cup', enable_geometry: false, enable_pbr: false },
  },
  'fal, Hunyuan3D 3.1, text': {
    schema: read('hunyuan3d-3.1-pro-fal-text'),
    least: { prompt: 'a cup' },
    kinds: 'text enum boolean integer',
    sent: { prompt: 'a cup', generate_type: 'Normal', enable_pbr: false },
    price: [
      [{}, 0.375],
      [{ enable_pbr: true }, 0.525],
    ],
  },
  'fal, Tripo P2, text': {
    schema: read('tripo-fal-p2-text-to-3d'),
    least: { prompt: 'a cup' },
    kinds: 'text text integer boolean boolean boolean seed seed seed',
    sent: { prompt: 'a cup', quad: false, texture: true, pbr: true },
    rules: [[{ quad: true, face_limit: 30_000 }, 'reject', 'face_limit']],
    price: [
      [{}, 1.1],
      [{ texture: false }, 1],
    ],
  },
  'fal, TripoSR': {
    schema: read('triposr-fal'),
    least: { image_url: url },
    kinds: 'picture enum boolean number integer',
    sent: {
      image_url: url,
      output_format: 'glb',
      do_remove_background: true,
      foreground_ratio: 0.9,
      mc_resolution: 256,
    },
    sends: [[{ do_remove_background: false }, { foreground_ratio: undefined }]],
    price: [[{}, 0.07]],
  },
}

describe.each(Object.entries(hosts))('form of the 3D model %s', (title, host) => {
  const { schema, least } = host

  it('has a schema that can be added as a model file', () => {
    const model = { provider: 'gateway', model: 'acme_3d', name: title, paramSchema: schema }
    expect(readModelFile(JSON.stringify(model))).toEqual({
      ...model,
      model: undefined,
      id: 'gateway/acme_3d',
      kind: '3d',
      description: '',
    })
  })

  it('has the right kind of field for each param', () => {
    expect(readFields(schema).map(({ kind }) => kind)).toEqual(host.kinds.split(' '))
  })

  it('sends exactly the params that the provider expects', () => {
    const sent = paramsToSend(schema, least)
    expect(sent).toEqual(host.sent)
    expect(checkParams(schema, sent)).toEqual([])
    for (const [values, expected] of host.sends ?? []) {
      const given = paramsToSend(schema, { ...least, ...values })
      const part = Object.fromEntries(Object.keys(expected).map((name) => [name, given[name]]))
      expect(part).toEqual(expected)
    }
  })

  it('has a schema that enforces the rules', () => {
    for (const [params, effect, path] of host.rules ?? []) {
      const given = { ...host.sent, ...params }
      const broken = [
        ...checkParams(schema, given).map((issue) => ['reject', issue.path]),
        ...adviseParams(schema, given).map((notice) => [notice.effect, notice.paths[0]]),
      ]
      expect(broken).toContainEqual([effect, path])
      expect(checkParams(schema, given).length > 0).toBe(effect === 'reject')
    }
  })

  it('shows the price if there is one', () => {
    for (const [values, amount] of host.price ?? [[{}, undefined]]) {
      const price = calculatePrice(schema, paramsToSend(schema, { ...least, ...values }))
      expect(price?.amount).toBe(amount)
    }
  })
})
