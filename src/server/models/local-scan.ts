import type { Model3d } from '#contract/models.ts'
import { defaultScanParams, photosMax, photosMin, scanBounds } from '#engine/scan-params.ts'
import { pictureField } from './picture-field.ts'

const { 'x-ui': pictureHints, ...photo } = pictureField(
  { title: 'Photo', description: 'One photo of the object on the mat.' },
  10,
)

const photoNumbers = (title: string, description: string) => ({
  type: 'array',
  title,
  description,
  items: { type: 'integer', minimum: 1, maximum: photosMax },
  maxItems: photosMax,
  'x-ui': { group: 'input', advanced: true, order: 90 },
})

export const localScan: Model3d = {
  id: 'local/scan',
  name: 'Scan on a mat',
  provider: 'local',
  kind: '3d',
  description:
    'Makes a model in true size from 20 to 60 photos around an object that stands on a printed mat. Runs on this machine; needs no key, and nothing leaves the machine.',
  limits:
    'Shiny, transparent, moving and hair-thin objects do not work: dull them with powder or tape, and use soft light. Plain hollows and hollows that photos from above do not show come out filled, and the underside is flat. On a mat of one page, objects may be 120 mm wide and 150 mm tall.',
  paramSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Scan on a mat',
    type: 'object',
    required: ['files'],
    additionalProperties: false,
    properties: {
      files: {
        type: 'array',
        title: 'Photos',
        description:
          'Print the mat at 100 %, put the object on its pattern, and walk round it: 12 photos from almost table height, 14 from about 30°, 8 from about 55° and 2 from above. Use one phone without zoom.',
        items: photo,
        minItems: photosMin,
        maxItems: photosMax,
        'x-ui': {
          ...pictureHints,
          widget: 'images',
          downloads: [
            { title: 'Print the mat on A4', href: '/api/scan-mats/one-page-a4.pdf' },
            { title: 'Print the mat on Letter', href: '/api/scan-mats/one-page-letter.pdf' },
            { title: 'Larger, on two pages of A4', href: '/api/scan-mats/two-pages-a4.pdf' },
            { title: 'Largest, on four pages of A4', href: '/api/scan-mats/four-pages-a4.pdf' },
            {
              title: 'Larger, on two pages of Letter',
              href: '/api/scan-mats/two-pages-letter.pdf',
            },
            {
              title: 'Largest, on four pages of Letter',
              href: '/api/scan-mats/four-pages-letter.pdf',
            },
            { title: 'Use a tablet as the mat', href: '/phone?mat=1' },
          ],
        },
      },
      name: {
        type: 'string',
        title: 'Name of the object',
        description: 'Names the model. Without it, the names of the photos or their folder do.',
        maxLength: 100,
        'x-ui': { order: 15, group: 'input', important: true, placeholder: 'Clay amphora' },
      },
      mat: {
        type: 'string',
        title: 'Mat',
        description: 'Its markers say which one it is. Choose one to be warned if it is another.',
        enum: ['auto', 'one-page', 'two-pages', 'four-pages'],
        default: defaultScanParams.mat,
        'x-ui': {
          order: 20,
          group: 'geometry',
          advanced: true,
          labels: {
            auto: 'As in the photos',
            'one-page': 'One page',
            'two-pages': 'Two pages',
            'four-pages': 'Four pages',
          },
        },
      },
      bar_mm: {
        type: 'number',
        title: 'Length of the printed bar',
        description:
          'The bar beside the print should be 100 mm long. Enter what you measure, so that the size of the model is right.',
        minimum: scanBounds.bar_mm[0],
        maximum: scanBounds.bar_mm[1],
        default: defaultScanParams.bar_mm,
        'x-ui': { order: 25, group: 'geometry', step: 0.1, unit: 'mm', important: true },
      },
      face_limit: {
        type: 'integer',
        title: 'Triangle limit',
        description:
          'Also called face limit: the maximum number of triangles. More keep finer detail.',
        minimum: scanBounds.face_limit[0],
        maximum: scanBounds.face_limit[1],
        default: defaultScanParams.face_limit,
        'x-ui': {
          order: 30,
          group: 'geometry',
          widget: 'slider',
          scale: 'log',
          unit: 'triangles',
          important: true,
        },
      },
      texture: {
        type: 'boolean',
        title: 'Texture',
        description: 'Paint the model with the colours of the photos.',
        default: defaultScanParams.texture,
        'x-ui': { order: 70, group: 'texture', important: true },
      },
      left_out: photoNumbers(
        'Photos left out',
        'Numbers of photos, from 1, that are not used. If only this list changes, the model is made again within seconds.',
      ),
      kept: photoNumbers(
        'Photos kept',
        'Numbers of photos, from 1, that are used although their outline disagrees with the others.',
      ),
    },
    'x-output': { formats: ['glb'] },
  },
}
