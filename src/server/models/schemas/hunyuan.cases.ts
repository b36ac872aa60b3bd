import type { SchemaCases } from './cases.fixture.ts'
import { hunyuanProParams } from './hunyuan-pro.ts'
import { hunyuanRapidParams } from './hunyuan-rapid.ts'
import { hunyuanParams } from './hunyuan.ts'

const url = 'https://example.com/a.png'
const view = (side: string) => ({ View: side, ImageUrl: `https://example.com/${side}.png` })
const proView = (side: string) => ({
  ViewType: side,
  ViewImageUrl: `https://example.com/${side}.png`,
})
const either = 'Give either a picture or a description, not both.'
const needed = 'Give a picture or a description.'

export const hunyuanCases: SchemaCases = {
  schema: hunyuanParams,
  base: {},
  accepted: [
    { image_url: url },
    { image_base64: 'aGVsbG8=' },
    { prompt: 'a bear' },
    { prompt: 'ö'.repeat(1024) },
    { image_url: url, multi_view_images: [view('left'), view('back')] },
    { image_url: url, multi_view_images: [{ View: 'right', ImageBase64: 'aGVsbG8=' }] },
    { image_url: url, enable_pbr: true, result_format: 'USDZ' },
    { prompt: 'a bear', result_format: 'OBJ' },
  ],
  refused: [
    [{}, 'image_url', needed],
    [{ enable_pbr: true }, 'image_url', needed],
    [{ image_url: url, prompt: 'a bear' }, 'image_url', either],
    [{ image_url: url, image_base64: 'aGVsbG8=' }, 'image_url', either],
    [{ image_url: '' }, 'image_url', 'Choose a picture.'],
    [{ image_url: { url } }, 'image_url', 'Choose a picture.'],
    [{ prompt: '' }, 'prompt', 'Description must not be empty.'],
    [{ prompt: 'x'.repeat(1025) }, 'prompt', /at most 1,024 characters/],
    [
      { prompt: 'a bear', result_format: 'glb' },
      'result_format',
      'File format must be one of GLB, OBJ, STL, USDZ, FBX or MP4.',
    ],
    [
      { image_url: url, multi_view_images: [view('left'), view('left')] },
      'multi_view_images',
      'There are two pictures of the left side; one is enough.',
    ],
    [
      {
        image_url: url,
        multi_view_images: [view('left'), view('right'), view('back'), view('back')],
      },
      'multi_view_images',
      'Further views takes at most 3 entries.',
    ],
    [
      { image_url: url, multi_view_images: [view('top')] },
      'multi_view_images/0',
      /^Further views 1 /,
    ],
    [
      { image_url: url, multi_view_images: [{ View: 'left' }] },
      'multi_view_images/0',
      /^Further views 1 /,
    ],
    [{ prompt: 'a bear', face_count: 9 }, 'face_count', /is not a param of this model/],
    [{ prompt: 'a bear', enable_pbr: 'on' }, 'enable_pbr', /must be on or off/],
  ],
  noted: [
    [
      { prompt: 'a bear', multi_view_images: [view('left')] },
      'advise',
      'Further views need a picture of the front.',
    ],
  ],
}

export const hunyuanProCases: SchemaCases = {
  schema: hunyuanProParams,
  base: {},
  accepted: [
    { image_url: url },
    { image_base64: 'aGVsbG8=', enable_pbr: true },
    { prompt: 'a bear', generate_type: 'Geometry' },
    { image_url: url, generate_type: 'LowPoly', polygon_type: 'quadrilateral', face_count: 3_000 },
    { image_url: url, face_count: 1_500_000 },
    { image_url: url, prompt: 'a red car', generate_type: 'Sketch' },
    { image_base64: 'aGVsbG8=', prompt: 'a red car', generate_type: 'Sketch' },
    { image_url: url, multi_view_images: [proView('left'), proView('right'), proView('back')] },
    { image_url: url, multi_view_images: ['https://example.com/left.png'] },
  ],
  refused: [
    [{}, 'image_url', needed],
    [{ image_url: url, prompt: 'a bear' }, 'image_url', either],
    [{ image_url: url, prompt: 'a bear', generate_type: 'LowPoly' }, 'image_url', either],
    [{ image_url: url, generate_type: 'Sketch' }, 'prompt', 'A sketch needs a description too.'],
    [{ prompt: 'a car', generate_type: 'Sketch' }, 'image_url', 'A sketch needs a picture.'],
    [
      { prompt: 'a car', generate_type: 'Sketch', image_url: url, image_base64: 'aGVsbG8=' },
      'image_url',
      'Give the picture once: as URL or as data.',
    ],
    [
      {
        image_url: url,
        prompt: 'a car',
        generate_type: 'Sketch',
        multi_view_images: [proView('left')],
      },
      'multi_view_images',
      'A sketch cannot have further views.',
    ],
    [
      { image_url: url, generate_type: 'Textured' },
      'generate_type',
      'Kind of result must be one of Normal, LowPoly, Geometry or Sketch.',
    ],
    [
      { image_url: url, face_count: 5_000 },
      'face_count',
      'A face count below 10,000 is for low poly only.',
    ],
    [
      { image_url: url, face_count: 2_999, generate_type: 'LowPoly' },
      'face_count',
      'Face count must be between 3,000 and 1,500,000 faces.',
    ],
    [
      { image_url: url, face_count: 1_500_001 },
      'face_count',
      'Face count must be between 3,000 and 1,500,000 faces.',
    ],
    [
      { image_url: url, polygon_type: 'hexagon', generate_type: 'LowPoly' },
      'polygon_type',
      'Polygons must be one of triangle or quadrilateral.',
    ],
    [
      { image_url: url, multi_view_images: [proView('back'), proView('back')] },
      'multi_view_images',
      'There are two pictures of the back side; one is enough.',
    ],
    [
      { image_url: url, multi_view_images: [view('left')] },
      'multi_view_images/0',
      /^Further views 1 /,
    ],
    [{ image_url: url, result_format: 'GLB' }, 'result_format', /is not a param of this model/],
  ],
  noted: [
    [
      { image_url: url, generate_type: 'Geometry', enable_pbr: true },
      'server-ignores',
      'PBR has no effect on untextured models.',
    ],
    [
      { image_url: url, polygon_type: 'quadrilateral' },
      'server-ignores',
      'Polygons count for low poly only.',
    ],
    [
      { image_url: url, face_count: 20_000 },
      'advise',
      'Some gateways refuse fewer than 40,000 faces.',
    ],
  ],
}

export const hunyuanRapidCases: SchemaCases = {
  schema: hunyuanRapidParams,
  base: {},
  accepted: [
    { image_url: url },
    { prompt: 'x'.repeat(200) },
    { image_base64: 'aGVsbG8=' },
    { image_url: url, enable_geometry: true, result_format: 'STL' },
    { image_url: url, enable_pbr: true, result_format: 'OBJ' },
    { image_url: url, multi_view_images: [view('left')] },
  ],
  refused: [
    [{}, 'image_url', needed],
    [{ image_url: url, prompt: 'a bear' }, 'image_url', either],
    [
      { prompt: 'x'.repeat(201) },
      'prompt',
      'Description can have at most 200 characters (this has 201).',
    ],
    [
      { image_url: url, enable_geometry: true, result_format: 'OBJ' },
      'result_format',
      'Untextured models are not available as OBJ.',
    ],
    [
      { image_url: url, generate_type: 'Normal' },
      'generate_type',
      /^generate_type is not a param of this model\./,
    ],
    [{ image_url: url, face_count: 50_000 }, 'face_count', /is not a param of this model/],
    [{ image_url: url, polygon_type: 'triangle' }, 'polygon_type', /is not a param/],
    [{ image_url: 12 }, 'image_url', 'Choose a picture.'],
  ],
  noted: [
    [
      { image_url: url, enable_geometry: true, enable_pbr: true },
      'server-ignores',
      'PBR has no effect on untextured models.',
    ],
    [
      { image_url: url, multi_view_images: [view('left')] },
      'server-ignores',
      'Rapid uses one picture only; further views are ignored.',
    ],
  ],
}
