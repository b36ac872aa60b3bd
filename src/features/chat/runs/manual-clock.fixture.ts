import type { Clock } from './pacer.ts'

/** Creates a clock that advances by one frame when `tick` is called. */
export function createManualClock(): { clock: Clock; tick: () => void } {
  let due: (() => void) | undefined
  const wait = (callback: () => void) => {
    due = callback
    return () => (due = undefined)
  }
  return {
    clock: {
      now: () => 0,
      nextFrame: wait,
      after: (_ms, callback) => wait(callback),
      afterPaint: () => {},
      isHidden: () => false,
      onVisibility: () => () => {},
    },
    tick() {
      while (due) {
        const callback = due
        due = undefined
        callback()
      }
    },
  }
}
