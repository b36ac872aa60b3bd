import { createStore } from 'zustand/vanilla'

export type Toast = {
  id: number
  kind: 'info' | 'success' | 'error'
  title: string
  detail?: string | undefined
  action?: { label: string; onSelect: () => void } | undefined
  /**
   * Milliseconds until the toast is removed. Undefined for a toast that stays until the user closes
   * it.
   */
  durationMs?: number | undefined
}

const shownMs = 4_000
const toastsMax = 4

let lastId = 0

export const toastStore = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/**
 * Shows a toast at the bottom of the page, unless a toast with the same text is visible. Errors
 * stay until the user closes them.
 */
export function showToast({
  kind = 'info',
  durationMs = kind === 'error' ? undefined : shownMs,
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
