import { beforeEach, describe, expect, it } from 'vitest'
import type { Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { toastStore } from '#ui/feedback/toasts.ts'
import { getPictureSlots } from '../state/picture-slots.ts'
import { studioStore } from '../state/store.ts'
import { getSlotValues, placePicture, putPictures, replaceMainPicture } from './take-picture.ts'

const image = {
  type: 'object',
  properties: { file_token: {}, url: {} },
  'x-ui': { widget: 'image' },
}
const withViews: ParamSchema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: image,
    style: { type: 'string' },
    more: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          View: { enum: ['left', 'back'] },
          ImageUrl: { type: 'string', format: 'uri' },
        },
      },
      'x-ui': { widget: 'views', uniqueBy: 'View' },
    },
  },
}
const model = (id: string): Model3d => ({
  id,
  name: id,
  provider: 'test',
  kind: '3d',
  description: '',
  paramSchema: withViews,
})
const carver = model('carver')
const caster = model('caster')
const models = [carver, caster]
const picture = (id: string) => ({ id, url: `/${id}`, name: `${id}.png` })
const [, left, back] = getPictureSlots(withViews)

function addLeft(to: Model3d): void {
  if (left) putPictures(to, [{ place: left, picture: picture('left') }])
}

beforeEach(() => {
  studioStore.setState(studioStore.getInitialState(), true)
  toastStore.setState({ toasts: [] })
  studioStore.getState().pictureChosen(picture('cup'))
})

describe('replaceMainPicture', () => {
  it('removes pictures of the previous object’s other sides from the forms of all models', () => {
    studioStore.getState().paramChanged('carver', 'style', 'clay')
    addLeft(carver)
    addLeft(caster)
    replaceMainPicture(picture('shoe'), models)
    expect(studioStore.getState().picture?.id).toBe('shoe')
    expect(studioStore.getState().drafts).toEqual({ carver: { style: 'clay' }, caster: {} })
  })

  it('can put the removed side pictures back', () => {
    addLeft(carver)
    const before = studioStore.getState().drafts
    replaceMainPicture(picture('shoe'), models)
    const [toast] = toastStore.getState().toasts
    expect(toast?.title).toBe('Removed the other views')
    toast?.action?.onSelect()
    expect(studioStore.getState().drafts).toEqual(before)
  })

  it('keeps later changes of the form when the side pictures are put back', () => {
    addLeft(carver)
    replaceMainPicture(picture('shoe'), models)
    studioStore.getState().paramChanged('carver', 'style', 'clay')
    toastStore.getState().toasts[0]?.action?.onSelect()
    expect(studioStore.getState().drafts['carver']).toMatchObject({
      style: 'clay',
      more: [{ View: 'left', ImageUrl: '/left' }],
    })
  })

  it('removes the side pictures together with the main picture', () => {
    addLeft(carver)
    replaceMainPicture(undefined, models)
    replaceMainPicture(picture('shoe'), models)
    expect(getSlotValues(carver)).toEqual({ picture: picture('shoe'), draft: {} })
  })

  it('keeps the side pictures for a cut-out of the same picture', () => {
    addLeft(carver)
    const before = studioStore.getState().drafts
    replaceMainPicture({ ...picture('cut'), cutFrom: picture('cup') }, models)
    replaceMainPicture(picture('cup'), models)
    expect(studioStore.getState().drafts).toEqual(before)
    expect(toastStore.getState().toasts).toEqual([])
  })

  it('keeps side pictures that were added before the first main picture', () => {
    studioStore.setState({ picture: undefined })
    addLeft(carver)
    replaceMainPicture(picture('cup'), models)
    expect(studioStore.getState().drafts['carver']).toHaveProperty('more')
  })
})

describe('placePicture', () => {
  it('replaces the main picture and removes the side pictures if the model has one main picture', () => {
    addLeft(carver)
    placePicture(carver, picture('shoe'), models)
    expect(getSlotValues(carver)).toEqual({ picture: picture('shoe'), draft: {} })
  })
})

describe('putPictures', () => {
  it('removes other pictures from the form if the new pictures all show one object', () => {
    addLeft(carver)
    if (back) putPictures(carver, [{ place: back, picture: picture('back') }], true)
    expect(getSlotValues(carver).draft['more']).toEqual([{ View: 'back', ImageUrl: '/back' }])
  })
})
