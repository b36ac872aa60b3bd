import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { draftStorage } from '../state/draft-storage.ts'

const shelfName = 'bozzetto.studio.notifications'

/** Off by default. */
const store = createStore<{ isOn: boolean }>(() => ({
  isOn: draftStorage.getItem(shelfName) === 'on',
}))

export const wantsNotifications = (): boolean => store.getState().isOn

/** Returns whether system notifications are on, and a function that toggles them. */
export function useNotifications(): { isOn: boolean; toggle: () => Promise<void> } {
  const isOn = useStore(store, (state) => state.isOn)
  return { isOn, toggle }
}

async function toggle(): Promise<void> {
  if (wantsNotifications()) return keep(false)
  const { askToNotify } = await import('./ask-to-notify.ts')
  if (await askToNotify()) keep(true)
}

function keep(isOn: boolean): void {
  store.setState({ isOn })
  void draftStorage.setItem(shelfName, isOn ? 'on' : 'off')
}
