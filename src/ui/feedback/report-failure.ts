import { explainError } from '#lib/explain.ts'
import { showToast } from './toasts.ts'

/**
 * Returns an error handler that shows a toast.
 * @param title names the failed action.
 */
export const reportFailure =
  (title: string) =>
  (error: unknown): void => {
    showToast({ kind: 'error', title, detail: explainError(error) })
  }
