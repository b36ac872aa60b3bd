const minuteMs = 60_000
/** Time limit of models that `taskLimitMs` has no rule for. */
const usualLimitMs = 15 * minuteMs

/**
 * Returns the time limit of a task, including waiting time on the gateway. Most models take a few
 * minutes. Models with several hundred thousand faces, or with a queue, take longer.
 * @param model name on the gateway.
 */
export function taskLimitMs(model: string): number {
  if (/_rapid$|turbo/i.test(model)) return 10 * minuteMs
  if (/_pro$|_hunyuan_|seed3d|spark_3d/i.test(model)) return 30 * minuteMs
  return usualLimitMs
}
