import type { SchemaCases } from './cases.fixture.ts'
import { tripoImageToModelParams } from './tripo-image.ts'

const p1 = { model_version: 'P1-20260311' }
const v31 = { model_version: 'v3.1-20260211' }
const v30 = { model_version: 'v3.0-20250812' }
const v25 = { model_version: 'v2.5-20250123' }
const bare = { texture: false, pbr: false }

export const tripoImageCases: SchemaCases = {
  schema: tripoImageToModelParams,
  base: { file: { type: 'jpg', url: 'https://example.com/a.jpg' } },
  accepted: [
    {},
    { file: { file_token: 'abc' } },
    { file: { object: { bucket: 'b', key: 'k' } } },
    { file: { object: 'bucket/key' } },
    { quad: false, texture: true, pbr: true, face_limit: 10_000 },
    { ...v31, geometry_quality: 'detailed', face_limit: 2_000_000 },
    { ...v31, face_limit: 1_500_000 },
    { ...v30, geometry_quality: 'detailed', face_limit: 1_000_000 },
    { ...v25, face_limit: 500_000 },
    { ...p1, face_limit: 48, texture_quality: 'detailed' },
    { ...p1, quad: false, smart_low_poly: false, generate_parts: false },
    { smart_low_poly: true, face_limit: 500 },
    { smart_low_poly: true, quad: true, face_limit: 10_000 },
    { generate_parts: true, ...bare },
    { quad: true },
    { model_seed: 0, texture_seed: 2_147_483_647 },
    { texture_quality: 'extreme', ...v31 },
    { compress: 'meshopt', export_uv: false, enable_image_autofix: true, auto_size: true },
    { orientation: 'align_image', texture_alignment: 'geometry' },
  ],
  refused: [
    [{ file: undefined }, 'file', 'Choose a picture.'],
    [{ file: {} }, 'file', 'Choose a picture.'],
    [{ file: 'https://example.com/a.jpg' }, 'file', 'Choose a picture.'],
    [
      { file: { url: 'https://example.com/a.jpg', file_token: 'a' } },
      'file',
      'Picture takes only one of file_token, url or object.',
    ],
    [{ file: { url: 7 } }, 'file/url', 'Picture: Address must be text.'],
    [
      { file: { url: 'https://example.com/a.jpg', size: 1 } },
      'file/size',
      'Picture has no size. Known: type, file_token, url, object.',
    ],
    [
      { model_version: 'v9' },
      'model_version',
      'Version must be one of v3.1-20260211, v3.0-20250812, v2.5-20250123 or P1-20260311.',
    ],
    [{ face_limit: -1 }, 'face_limit', 'Face limit must be between 48 and 2,000,000 faces.'],
    [{ face_limit: 1_000.5 }, 'face_limit', 'Face limit must be a whole number.'],
    [{ face_limit: '9000' }, 'face_limit', 'Face limit must be a whole number.'],
    [{ face_limit: 100 }, 'face_limit', 'A face limit below 500 is for P1 only.'],
    [
      { smart_low_poly: true, face_limit: 30_000 },
      'face_limit',
      'Smart low poly takes a face limit of 500 to 20,000.',
    ],
    [
      { smart_low_poly: true, quad: true, face_limit: 20_000 },
      'face_limit',
      'Smart low poly with quads takes a face limit of 500 to 10,000.',
    ],
    [{ face_limit: 600_000 }, 'face_limit', 'v2.5 takes a face limit of at most 500,000.'],
    [
      { ...v31, face_limit: 1_500_001 },
      'face_limit',
      'With standard geometry quality the face limit is at most 1,500,000.',
    ],
    [{ ...p1, face_limit: 20_001 }, 'face_limit', 'P1 takes a face limit of 48 to 20,000.'],
    [
      { ...p1, smart_low_poly: true },
      'smart_low_poly',
      'P1 has no quads, smart low poly, parts or geometry quality.',
    ],
    [
      { ...p1, geometry_quality: 'standard' },
      'geometry_quality',
      'P1 has no quads, smart low poly, parts or geometry quality.',
    ],
    [
      { ...v25, geometry_quality: 'detailed' },
      'geometry_quality',
      'Geometry quality needs v3.0 or later.',
    ],
    [{ generate_parts: true }, 'texture', 'Splitting into parts needs texture and PBR off.'],
    [
      { generate_parts: true, texture: false, pbr: true },
      'pbr',
      'Splitting into parts needs texture and PBR off.',
    ],
    [
      { generate_parts: true, texture: false },
      'pbr',
      'Splitting into parts needs PBR switched off; it is on by default.',
    ],
    [{ generate_parts: true, ...bare, quad: true }, 'quad', 'Parts and quads cannot be combined.'],
    [
      { generate_parts: true, ...bare, smart_low_poly: true },
      'smart_low_poly',
      'Parts and smart low poly cannot be combined.',
    ],
    [
      { texture_quality: 'best' },
      'texture_quality',
      'Texture quality must be one of standard, detailed or extreme.',
    ],
    [{ texture: 'yes' }, 'texture', 'Texture must be on or off (true or false).'],
    [{ pbr: null }, 'pbr', 'PBR materials must be on or off (true or false).'],
    [{ model_seed: -1 }, 'model_seed', 'Shape seed must be between 0 and 2,147,483,647.'],
    [{ compress: 'zip' }, 'compress', 'Compression must be one of meshopt or geometry.'],
    [{ orientation: 'front' }, 'orientation', 'Facing must be one of default or align_image.'],
    [
      { colour: 'red' },
      'colour',
      /^colour is not a param of this model\. Known: file, model_version,/,
    ],
    [{ prompt: 'a cat' }, 'prompt', /^prompt is not a param of this model\./],
    [{ style: 'x'.repeat(101) }, 'style', 'Style can have at most 100 characters (this has 101).'],
  ],
  noted: [
    [
      { texture: false, pbr: true },
      'server-overrides',
      'With PBR on, the texture is made and billed even if Texture is off.',
    ],
    [
      { texture: false },
      'server-overrides',
      'With PBR on, the texture is made and billed even if Texture is off.',
    ],
    [
      { ...bare, orientation: 'align_image' },
      'server-ignores',
      'Facing as in the picture needs a texture.',
    ],
    [{ ...bare, auto_size: true }, 'server-ignores', 'Real-world size needs a texture.'],
    [
      { ...bare, texture_quality: 'detailed' },
      'server-ignores',
      'Texture quality has no effect without a texture.',
    ],
    [{ quad: true, face_limit: 200_000, ...v31 }, 'advise', 'Quads work well up to 150,000 faces.'],
    [{ ...v25, texture_quality: 'extreme' }, 'advise', 'Extreme textures may not work before v3.'],
    [{ face_limit: 20_000 }, 'advise', 'Some gateways accept only 1,000 to 16,000 faces.'],
    [{ style: 'object:clay' }, 'advise', 'Tripo says that it now ignores styles.'],
  ],
}
