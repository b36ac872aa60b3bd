import { describe, expect, it } from 'vitest'
import type { PersistStorage, StorageValue } from 'zustand/middleware'
import { createStudioStore, type Kept } from './store.ts'

function memory(held?: unknown) {
  const written: unknown[] = []
  const storage: PersistStorage<Kept> = {
    getItem: () =>
      held === undefined ? null : ({ state: held, version: 1 } as StorageValue<Kept>),
    setItem: (_name, { state }) => void written.push(state),
    removeItem: () => {},
  }
  return { storage, written }
}
const open = (held?: unknown) => {
  const { storage, written } = memory(held)
  return { store: createStudioStore(storage), written }
}
const picture = { id: 'a', url: '/api/files/a', name: 'bear.png' }

describe('studio store', () => {
  it('keeps the values of one form per model', () => {
    const { store } = open()
    store.getState().paramChanged('m1', 'face_limit', 500)
    store.getState().paramChanged('m2', 'face_limit', 900)
    expect(store.getState().drafts).toEqual({ m1: { face_limit: 500 }, m2: { face_limit: 900 } })
  })

  it('resets a field with undefined, and stores null for a field that the user emptied', () => {
    const { store } = open()
    store.getState().paramChanged('m', 'a', 1)
    store.getState().paramChanged('m', 'b', null)
    store.getState().paramChanged('m', 'a', undefined)
    expect(store.getState().drafts['m']).toEqual({ b: null })
  })

  it('keeps the picture when another model is picked', () => {
    const { store } = open()
    store.getState().pictureChosen(picture)
    store.getState().modelPicked('other')
    expect(store.getState().picture).toEqual(picture)
  })

  it('uses the settings of an earlier task with its picture, or keeps the current picture', () => {
    const { store } = open()
    store.getState().pictureChosen(picture)
    store.getState().settingsTaken('m', { texture: false }, undefined)
    expect(store.getState()).toMatchObject({
      modelId: 'm',
      picture,
      drafts: { m: { texture: false } },
    })
    store.getState().settingsTaken('m', {}, { ...picture, id: 'b' })
    expect(store.getState().picture?.id).toBe('b')
  })

  it('keeps the values of thirty forms and drops the oldest', () => {
    const { store } = open()
    for (let at = 0; at < 40; at++) store.getState().paramChanged(`m${at}`, 'a', at)
    store.getState().paramChanged('m20', 'a', 0)
    const kept = Object.keys(store.getState().drafts)
    expect(kept).toHaveLength(30)
    expect(kept).toContain('m20')
    expect(kept).not.toContain('m9')
  })

  it('saves the settings but not the visible model', () => {
    const { store, written } = open()
    store.getState().modelPicked('m')
    store.getState().assetShown('x')
    expect(written.at(-1)).toEqual({ modelId: 'm', drafts: {} })
  })

  it('restores the saved state', () => {
    const { store } = open({ modelId: 'm', picture, drafts: { m: { a: 1 } } })
    expect(store.getState()).toMatchObject({ modelId: 'm', picture, drafts: { m: { a: 1 } } })
  })

  it.each([['text'], [{ drafts: 4 }], [{ drafts: {}, picture: 'x' }], [null]])(
    'starts with the defaults if the saved state is %j',
    (held) => {
      const { store } = open(held)
      expect(store.getState()).toMatchObject({ modelId: undefined, drafts: {} })
    },
  )
})
