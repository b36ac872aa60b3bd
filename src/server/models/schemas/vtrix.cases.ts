import type { SchemaCases } from './cases.fixture.ts'
import { vtrix3dParams } from './vtrix.ts'

export const vtrixCases: SchemaCases = {
  schema: vtrix3dParams,
  base: { text: 'a chair', image_url: 'https://example.com/a.png' },
  accepted: [{}, { image_url: 'data:image/png;base64,aGVsbG8=' }, { text: 'Ein Stuhl aus Eiche' }],
  refused: [
    [{ text: undefined }, 'text', 'Description is required.'],
    [{ text: '' }, 'text', 'Description must not be empty.'],
    [{ text: ['a'] }, 'text', 'Description must be text.'],
    [{ image_url: undefined }, 'image_url', 'Choose a picture.'],
    [{ image_url: '' }, 'image_url', 'Choose a picture.'],
    [
      { prompt: 'a chair' },
      'prompt',
      'prompt is not a param of this model. Known: image_url, text.',
    ],
  ],
  noted: [],
}
