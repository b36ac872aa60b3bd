import { readFile } from 'node:fs/promises'

/** What a process holds in memory now, in MiB; `NaN` where the system does not tell. */
export async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** A look at the memory of a process, every so often until it is ended. */
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

/** By how much a minute adds, by the line that fits best (least squares). */
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
