import { readFile, readdir } from 'node:fs/promises'

/**
 * What a server holds in memory with all its processes, in MiB: what each of them wrote, and the files that the
 * largest has mapped, such as Node's own code, which the others share. `NaN` where the system does not tell.
 *
 * @param groupId of its processes.
 */
export async function groupMib(groupId: number): Promise<number> {
  let ownKib = 0
  let sharedKib = 0
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The name in the middle may hold anything; behind it come the state, the parent and the group.
    const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(group) !== groupId) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    const kib = (field: string) =>
      Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0)
    ownKib += kib('RssAnon') + kib('RssShmem')
    sharedKib = Math.max(sharedKib, kib('RssFile'))
  }
  return ownKib === 0 ? Number.NaN : (ownKib + sharedKib) / 1024
}

/** Looks at it ten times a second until it is ended. */
export function watchGroup(groupId: number): { peakMib: () => number; end: () => void } {
  let peak = 0
  let isOver = false
  const look = async () => {
    const mib = await groupMib(groupId)
    if (mib > peak) peak = mib
    if (!isOver) setTimeout(() => void look(), 100)
  }
  void look()
  return {
    peakMib: () => peak,
    end: () => {
      isOver = true
    },
  }
}
