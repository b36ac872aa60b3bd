import { readFileSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

/** Another process has this data folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Marks `folder` as used by this process: the embedded database breaks when two processes open it.
 * A mark left by a process that was killed is taken over.
 *
 * @returns a function that takes the mark away again.
 * @throws {FolderInUseError} naming the folder and the other process.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  const mine = `${process.pid} ${startOf(process.pid)}`
  // Twice: the first round may find a mark of the dead, which is removed.
  for (let round = 0; round < 2; round++) {
    try {
      const handle = await open(file, 'wx', 0o600)
      await handle.writeFile(mine)
      await handle.close()
      return () => rm(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const [pid = '', start = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
    if (isAlive(Number(pid), start)) {
      throw new FolderInUseError(
        `The data folder ${folder} is in use by another Bozzetto (process ${pid}). Stop that one, or set BOZZETTO_DATA to another folder.`,
      )
    }
    await rm(file, { force: true })
  }
  throw new FolderInUseError(`The data folder ${folder} is being opened by another Bozzetto.`)
}

function isAlive(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  // In a container every process may get the same number; without `/proc` it is taken for another.
  if (pid === process.pid) return start !== '' && start === startOf(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  // Numbers are used again: after a restart of the machine the same one may be somebody else.
  return startOf(pid) === start
}

/** When a process began, in ticks since boot; empty where the system has no `/proc`. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the start is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
