import type { SchemaCases } from './cases.fixture.ts'
import { tripoTextToModelParams } from './tripo-text.ts'

const p1 = { model_version: 'P1-20260311' }

export const tripoTextCases: SchemaCases = {
  schema: tripoTextToModelParams,
  base: { prompt: 'a teapot' },
  accepted: [
    {},
    { prompt: 'ä'.repeat(1024) },
    { negative_prompt: 'no handle' },
    { style: 'steampunk' },
    { orientation: 'top' },
    { model_version: 'v3.1-20260211', geometry_quality: 'detailed' },
    { model_version: 'P1-20260311', model_seed: 7 },
    { ...p1, face_limit: 20_000 },
    { texture: false, pbr: false, generate_parts: true },
    { smart_low_poly: true, face_limit: 20_000 },
    { image_seed: 3, texture_alignment: 'geometry' },
    { prompt: 'A © sign, 3 m × 2 m' },
  ],
  refused: [
    [{ prompt: undefined }, 'prompt', 'Description is required.'],
    [{ prompt: '' }, 'prompt', 'Description must not be empty.'],
    [
      { prompt: 'x'.repeat(1025) },
      'prompt',
      'Description can have at most 1,024 characters (this has 1,025).',
    ],
    [{ prompt: 'a cat 🐈' }, 'prompt', 'Tripo refuses emoji in the description.'],
    [{ prompt: 5 }, 'prompt', 'Description must be text.'],
    [
      { negative_prompt: 'x'.repeat(256) },
      'negative_prompt',
      'Not wanted can have at most 255 characters (this has 256).',
    ],
    [{ style: 'object:clay' }, 'style', /^Style must be one of realistic, cartoon, anime, /],
    [{ orientation: 'align_image' }, 'orientation', /^Facing must be one of default, front, back/],
    [{ file: { file_token: 'a' } }, 'file', /^file is not a param of this model\. Known: prompt,/],
    [{ ...p1, quad: true }, 'quad', 'P1 has no quads, smart low poly, parts or geometry quality.'],
    [
      { geometry_quality: 'detailed', model_version: 'v2.5-20250123' },
      'geometry_quality',
      'Geometry quality needs v3.0 or later.',
    ],
    [{ generate_parts: true }, 'texture', 'Splitting into parts needs texture and PBR off.'],
    [
      { model_version: 'v3.0-20250812', face_limit: 1_600_000 },
      'face_limit',
      'With standard geometry quality the face limit is at most 1,500,000.',
    ],
    [{ enable_image_autofix: true }, 'enable_image_autofix', /is not a param of this model/],
  ],
  noted: [
    [{ texture: false }, 'server-overrides', /^With PBR on, the texture is made and billed/],
    [{ style: 'anime' }, 'advise', 'Tripo says that it now ignores styles.'],
    [{ face_limit: 40_000 }, 'advise', /^Some gateways accept only 1,000 to 16,000 faces/],
  ],
}
