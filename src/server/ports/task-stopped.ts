export type StopReason = 'cancelled' | 'closing' | 'timed-out'

/**
 * Thrown if the task's signal is aborted. The name is `AbortError`, so that a stopped task is not
 * treated as a failed task.
 */
export class TaskStoppedError extends Error {
  override readonly name = 'AbortError'
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`The task was stopped: ${reason}.`)
    this.reason = reason
  }
}
