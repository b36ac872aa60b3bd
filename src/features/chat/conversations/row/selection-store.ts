import { createStore } from 'zustand/vanilla'

/** Ids of the selected chats of the list. */
export const selectionStore = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }))

export const selectOnly = (ids: readonly string[]): void =>
  selectionStore.setState({ ids: [...new Set(ids)] })

export function toggleSelected(id: string): void {
  const { ids } = selectionStore.getState()
  selectOnly(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
}
