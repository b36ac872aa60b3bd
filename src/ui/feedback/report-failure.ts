import { explain } from '#lib/explain.ts'
import { showToast } from './toasts.ts'

/** Says what could not be done, and why. @param title of the toast: what was tried. */
export const reportFailure =
  (title: string) =>
  (error: unknown): void => {
    showToast({ kind: 'error', title, detail: explain(error) })
  }
