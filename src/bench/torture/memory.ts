import { readFile } from 'node:fs/promises'

/** Returns the resident memory of a process in MiB. `NaN` without `/proc`. */
export async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Samples the memory of a process until it is stopped. */
export function watchMemory(pid: number, everyMs: number) {
  const startMs = performance.now()
  const samples: { minute: number; mib: number }[] = []
  const look = async () => {
    const mib = await residentMib(pid)
    if (Number.isFinite(mib)) samples.push({ minute: (performance.now() - startMs) / 60_000, mib })
  }
  void look()
  const timer = setInterval(() => void look(), everyMs)
  return { samples, end: () => clearInterval(timer) }
}

/** Returns the growth per minute by linear regression. */
export function slopeOf(samples: readonly { minute: number; mib: number }[]): number {
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
