import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const steps = ['cp', 'link', 'mkdir', 'open', 'rename', 'rm', 'rmdir'] as const

/**
 * Lets `work` complete a number of disk operations, and makes every later operation throw, as if
 * the process had been killed.
 * @param isCounted returns whether an operation counts. Default: all count.
 * @returns whether `work` completed.
 */
export async function crashAfter(
  count: number,
  work: () => Promise<unknown>,
  isCounted: (step: string, place: string) => boolean = () => true,
): Promise<boolean> {
  const promises = fs.promises as unknown as Record<string, (...given: unknown[]) => unknown>
  const real = Object.fromEntries(steps.map((step) => [step, promises[step]]))
  let taken = 0
  for (const step of steps) {
    promises[step] = async (...given) => {
      if (taken >= count || isCounted(step, String(given[0]))) taken++
      if (taken > count) throw new Error(`Crashed at ${step} ${String(given[0])}.`)
      return real[step]?.(...given)
    }
  }
  syncBuiltinESMExports()
  try {
    await work()
  } catch (error) {
    if (taken <= count) throw error
  } finally {
    Object.assign(promises, real)
    syncBuiltinESMExports()
  }
  return taken <= count
}
