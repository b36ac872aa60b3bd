import { createStore } from 'zustand/vanilla'

export type Toast = {
  id: number
  kind: 'info' | 'success' | 'error'
  title: string
  detail?: string | undefined
  action?: { label: string; onSelect: () => void } | undefined
  /** How long it stays while nobody points at it. */
  durationMs: number
}

/** Older ones go when there are more: nobody reads a tower of messages. */
const toastsMax = 4

let lastId = 0

export const toastStore = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** Says something in the corner of the page. The same text twice is said once. */
export function showToast({
  kind = 'info',
  durationMs = kind === 'error' ? 10_000 : 5_000,
  ...rest
}: Partial<Toast> & Pick<Toast, 'title'>): number {
  const toast: Toast = { ...rest, kind, durationMs, id: ++lastId }
  toastStore.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter(({ title, detail }) => title !== toast.title || detail !== toast.detail),
      toast,
    ].slice(-toastsMax),
  }))
  return toast.id
}

export const dismissToast = (id: number): void =>
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
