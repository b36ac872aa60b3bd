import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { showToast } from '#ui/feedback/toasts.ts'
import { draftStorage } from '../state/draft-storage.ts'

const shelfName = 'bozzetto.studio.notifications'

/** Off until somebody asks for it. */
const store = createStore<{ isOn: boolean }>(() => ({
  isOn: draftStorage.getItem(shelfName) === 'on',
}))

export const wantsNotifications = (): boolean => store.getState().isOn

/** Whether messages of the system are wanted, and the switch for it. */
export function useNotifications(): { isOn: boolean; toggle: () => Promise<void> } {
  const isOn = useStore(store, (state) => state.isOn)
  return { isOn, toggle }
}

async function toggle(): Promise<void> {
  if (wantsNotifications()) return keep(false)
  if (typeof Notification === 'undefined') {
    showToast({
      kind: 'error',
      title: 'This browser does not support notifications',
      detail: 'The page title shows when a model is done.',
    })
    return
  }
  const permission = await Notification.requestPermission()
  if (permission === 'granted') {
    keep(true)
    showToast({ kind: 'success', title: 'You will be notified when a model is done' })
  } else {
    showToast({
      kind: 'error',
      title: 'Notifications are blocked for this page',
      detail: 'Allow them in the site settings next to the address.',
    })
  }
}

function keep(isOn: boolean): void {
  store.setState({ isOn })
  void draftStorage.setItem(shelfName, isOn ? 'on' : 'off')
}
