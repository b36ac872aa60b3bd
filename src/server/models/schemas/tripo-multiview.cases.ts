import type { SchemaCases } from './cases.fixture.ts'
import { tripoMultiviewToModelParams } from './tripo-multiview.ts'

const view = (name: string) => ({ type: 'image', url: `https://example.com/${name}.png` })
const [front, left, back, right] = ['front', 'left', 'back', 'right'].map(view)

export const tripoMultiviewCases: SchemaCases = {
  schema: tripoMultiviewToModelParams,
  base: { files: [front, left, back, right] },
  accepted: [
    {},
    { files: [front, {}, back, {}] },
    { files: [front, {}, {}, right] },
    { files: [{ file_token: 'a' }, { file_token: 'b' }, {}, {}] },
    { model_version: 'v3.1-20260211', geometry_quality: 'detailed' },
    { smart_low_poly: true, quad: true, face_limit: 8_000 },
    { texture: false, pbr: false },
    { orientation: 'align_image' },
    { model_seed: 4 },
  ],
  refused: [
    [{ files: undefined }, 'files', 'Views: choose pictures.'],
    [{ files: [] }, 'files', 'Views takes exactly 4 entries.'],
    [{ files: [front, left] }, 'files', 'Views takes exactly 4 entries.'],
    [{ files: [front, left, back, right, front] }, 'files', 'Views takes exactly 4 entries.'],
    [{ files: [{}, left, back, right] }, 'files/0', 'Front: choose a picture.'],
    [{ files: [front, {}, {}, {}] }, 'files', 'Views needs at least 2 pictures.'],
    [{ files: [front, 'left.png', {}, {}] }, 'files/1', 'Left: choose a picture.'],
    [{ files: [front, {}, { type: 'image' }, {}] }, 'files/2', 'Back: choose a picture.'],
    [
      { files: [front, left, back, { url: 'https://example.com', file_token: 'a' }] },
      'files/3',
      'Right takes only one of file_token, url or object.',
    ],
    [{ files: front }, 'files', 'Views must be a list.'],
    [
      { model_version: 'P1-20260311' },
      'model_version',
      'Version must be one of v3.1-20260211, v3.0-20250812 or v2.5-20250123.',
    ],
    [{ model_version: 'v1.3-20240522' }, 'model_version', /^Version must be one of v3\.1-20260211/],
    [{ style: 'anime' }, 'style', /^style is not a param of this model\./],
    [{ file: front }, 'file', /^file is not a param of this model\. Known: files,/],
    [
      { smart_low_poly: true, quad: true, face_limit: 12_000 },
      'face_limit',
      'Smart low poly with quads takes a face limit of 500 to 10,000.',
    ],
    [{ geometry_quality: 'detailed' }, 'geometry_quality', 'Geometry quality needs v3.0 or later.'],
    [{ generate_parts: true }, 'texture', 'Splitting into parts needs texture and PBR off.'],
  ],
  noted: [
    [{ texture: false, pbr: true }, 'server-overrides', /^With PBR on/],
    [{ face_limit: 100_000 }, 'advise', /^Some gateways accept only/],
  ],
}
