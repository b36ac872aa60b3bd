// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Model3d } from '#contract/models.ts'
import { ManyDialog } from './many-dialog.tsx'
import { optionalPictureSlot, pictureSlot } from '../state/picture-slot.fixture.ts'

afterEach(cleanup)

const createModel = (minContains: number): Model3d => ({
  id: 'test/caster',
  name: 'Caster',
  provider: 'test',
  kind: '3d',
  description: '',
  paramSchema: {
    type: 'object',
    required: ['files'],
    properties: {
      files: {
        type: 'array',
        title: 'Views',
        prefixItems: [pictureSlot, optionalPictureSlot],
        minItems: 2,
        maxItems: 2,
        contains: { required: ['file_token'] },
        minContains,
        'x-ui': { widget: 'views', slots: ['front', 'back'] },
      },
    },
  },
})

const option = (name: string) =>
  screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) })

it.each([
  [1, false, 'One model each'],
  [2, true, 'Views of one object'],
])(
  'offers one model per picture unless the model needs more: %s picture(s)',
  async (countMin, isDisabled, chosen) => {
    const files = ['cup.png', 'tree.png'].map((name) => new File([''], name))
    render(
      <ManyDialog
        model={createModel(countMin)}
        files={files}
        onFirst={() => {}}
        onClose={() => {}}
      />,
    )
    expect((await option('One model each')).disabled).toBe(isDisabled)
    expect((await option(chosen)).checked).toBe(true)
  },
)
