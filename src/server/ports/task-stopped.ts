export type StopReason = 'cancelled' | 'closing' | 'timed-out'

/**
 * Thrown if the task's signal is aborted. Named `AbortError`, because code in between must not
 * treat it as a failure.
 */
export class TaskStoppedError extends Error {
  override readonly name = 'AbortError'
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`The task was stopped: ${reason}.`)
    this.reason = reason
  }
}
