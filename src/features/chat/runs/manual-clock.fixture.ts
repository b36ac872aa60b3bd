import type { Clock } from './pacer.ts'

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
