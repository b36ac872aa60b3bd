/** Why a task ends without a result. */
export type StopReason = 'cancelled' | 'closing' | 'timed-out'

/** The task's signal fired. Named `AbortError`, because it is not a failure to the code it passes through. */
export class TaskStoppedError extends Error {
  override readonly name = 'AbortError'
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`The task was stopped: ${reason}.`)
    this.reason = reason
  }
}
