import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from '../files/missing.ts'

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
  // The first round may find a mark of the dead, the second one somebody who takes it over too.
  for (let round = 0; round < 3; round++) {
    if (await markNew(file, mine)) return () => rm(file, { force: true })
    const theirs = await readFile(file, 'utf8').catch(() => undefined)
    if (theirs === undefined) continue
    const [pid = '', start = ''] = theirs.split(' ')
    if (isAlive(Number(pid), start)) {
      throw new FolderInUseError(
        `The data folder ${folder} is in use by another Bozzetto (process ${pid}). Stop that one, or set BOZZETTO_DATA to another folder.`,
      )
    }
    await removeMark(file, theirs)
  }
  throw new FolderInUseError(`The data folder ${folder} is being opened by another Bozzetto.`)
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/**
 * Makes the mark in one step with all that it says: one that is still empty would be taken for that of
 * a dead process.
 *
 * @returns false when there is one.
 */
async function markNew(file: string, mine: string): Promise<boolean> {
  const draft = `${file}-${process.pid}-${randomUUID()}`
  try {
    await writeFile(draft, mine, { flag: 'wx', mode: 0o600 })
    try {
      await link(draft, file)
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw error
      // Not every file system has links.
      await writeFile(file, mine, { flag: 'wx', mode: 0o600 })
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes the mark that says `theirs`, and no other that was made in its place meanwhile. */
async function removeMark(file: string, theirs: string): Promise<void> {
  const aside = `${file}-${process.pid}-${randomUUID()}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== theirs) {
    await link(aside, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
  await rm(aside, { force: true })
}

function isAlive(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  // In a container every process may get the same number; without `/proc` it is taken for another.
  if (pid === process.pid) return start !== '' && start === startOf(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return codeOf(error) === 'EPERM'
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
