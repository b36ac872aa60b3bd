import { readFile, readdir } from 'node:fs/promises'

/**
 * Returns the memory in MiB of a server with all its processes: the private memory of each process,
 * plus the shared files of the largest process. `NaN` without `/proc`.
 * @param groupId id of the process group.
 */
export async function groupMib(groupId: number): Promise<number> {
  let ownKib = 0
  let sharedKib = 0
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The name of a process may contain any character. Its state, parent and group follow the name.
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

/** Measures the memory ten times per second until `end` is called. */
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
