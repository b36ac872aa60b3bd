import type { SchemaCases } from './cases.fixture.ts'
import { spark3dParams, volcesSeed3dParams } from './seed3d.ts'

const image = 'https://example.com/a.png'

export const spark3dCases: SchemaCases = {
  schema: spark3dParams,
  base: { image },
  accepted: [
    {},
    { image: 'data:image/png;base64,aGVsbG8=' },
    { prompt: 'a lamp' },
    { subdivision_level: 'high', file_format: 'usdz' },
    { subdivision_level: 'low' },
    { file_format: 'obj', prompt: 'x'.repeat(1024) },
  ],
  refused: [
    [{ image: undefined }, 'image', 'Choose a picture.'],
    [{ image: '' }, 'image', 'Choose a picture.'],
    [{ image: { url: image } }, 'image', 'Choose a picture.'],
    [
      { subdivision_level: 'ultra' },
      'subdivision_level',
      'Detail must be one of low, medium or high.',
    ],
    [{ file_format: 'fbx' }, 'file_format', 'File format must be one of glb, obj, usd or usdz.'],
    [{ prompt: 'x'.repeat(1025) }, 'prompt', /at most 1,024 characters/],
    [
      { seed: 1 },
      'seed',
      'seed is not a param of this model. Known: image, prompt, subdivision_level, file_format.',
    ],
  ],
  noted: [],
}

export const volcesSeed3dCases: SchemaCases = {
  schema: volcesSeed3dParams,
  base: { image, prompt: 'a lamp' },
  accepted: [{}, { prompt: 'l' }, { image: 'data:image/jpeg;base64,aGVsbG8=' }],
  refused: [
    [{ prompt: undefined }, 'prompt', 'Description is required.'],
    [{ prompt: '' }, 'prompt', 'Description must not be empty.'],
    [{ image: undefined }, 'image', 'Choose a picture.'],
    [{ subdivision_level: 'low' }, 'subdivision_level', /is not a param of this model/],
    [{ file_format: 'glb' }, 'file_format', /is not a param of this model/],
  ],
  noted: [],
}
