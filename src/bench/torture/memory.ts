import { readResidentMib } from '../node-process.ts'

export function watchMemory(pid: number, everyMs: number) {
  const startMs = performance.now()
  const samples: { minute: number; mib: number }[] = []
  const takeSample = () => {
    const mib = readResidentMib(pid)
    if (Number.isFinite(mib)) samples.push({ minute: (performance.now() - startMs) / 60_000, mib })
  }
  takeSample()
  const timer = setInterval(takeSample, everyMs)
  return { samples, end: () => clearInterval(timer) }
}

/** Returns the growth in MiB per minute, by linear regression. */
export function calculateSlope(samples: readonly { minute: number; mib: number }[]): number {
  const atMinute = mean(samples.map(({ minute }) => minute))
  const atMib = mean(samples.map(({ mib }) => mib))
  let both = 0
  let own = 0
  for (const { minute, mib } of samples) {
    both += (minute - atMinute) * (mib - atMib)
    own += (minute - atMinute) ** 2
  }
  return both / own
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
