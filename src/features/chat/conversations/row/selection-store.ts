import { createStore } from 'zustand/vanilla'

type Selection = {
  ids: readonly string[]
  /** Id of the chat whose tags are being edited. */
  taggedId?: string | undefined
}

/** The selected chats of the list. */
export const selectionStore = createStore<Selection>(() => ({ ids: [] }))

export const selectOnly = (ids: readonly string[]): void =>
  selectionStore.setState({ ids: [...new Set(ids)] })

export function toggleSelected(id: string): void {
  const { ids } = selectionStore.getState()
  selectOnly(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
}
