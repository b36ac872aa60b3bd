import { beforeEach, describe, expect, it } from 'vitest'
import { dismissToast, showToast, toastStore } from './toasts.ts'

const titles = () => toastStore.getState().toasts.map(({ title }) => title)

beforeEach(() => toastStore.setState({ toasts: [] }))

describe('showToast', () => {
  it('keeps only the newest four toasts', () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) showToast({ title })
    expect(titles()).toEqual(['b', 'c', 'd', 'e'])
  })

  it('shows the same text only once', () => {
    showToast({ title: 'Saved' })
    showToast({ title: 'Deleted' })
    showToast({ title: 'Saved' })
    expect(titles()).toEqual(['Deleted', 'Saved'])
  })

  it('returns the id that removes the toast', () => {
    const id = showToast({ title: 'Saved' })
    showToast({ title: 'Deleted' })
    dismissToast(id)
    expect(titles()).toEqual(['Deleted'])
  })
})
