/** Why a task ends before its result is there. */
export type StopReason = 'cancelled' | 'closing' | 'timed-out'

/** The task's signal fired. Named `AbortError`, since for whoever it is thrown through it is no failure. */
export class TaskStoppedError extends Error {
  override readonly name = 'AbortError'
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`The task was stopped: ${reason}.`)
    this.reason = reason
  }
}
