const minuteMs = 60_000
/** For a model of which nothing is known. */
const usualLimitMs = 15 * minuteMs

/**
 * How long a task of a gateway's model may take here, waiting there included: some minutes are usual
 * for most, while those that make a few hundred thousand faces, or wait in a queue of one, take longer.
 *
 * @param model the gateway's own name of it.
 */
export function taskLimitMs(model: string): number {
  if (/_rapid$|turbo/i.test(model)) return 10 * minuteMs
  if (/_pro$|_hunyuan_|seed3d|spark_3d/i.test(model)) return 30 * minuteMs
  return usualLimitMs
}
