import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Makes the file system of this process refuse all writes below `folder`, like a disk that has
 * become read-only.
 * @returns a function that restores the file system.
 */
export function refuseWrites(
  folder: string,
  code: 'EROFS' | 'EACCES' | 'EIO' = 'EROFS',
): () => void {
  const refusal = (syscall: string, path: string) =>
    Object.assign(new Error(`${code}: refused, ${syscall} '${path}'`), { code, syscall, path })
  const refuse = (syscall: string, where: unknown) => {
    const path = typeof where === 'number' ? getPath(where) : String(where)
    if (path.startsWith(folder)) throw refusal(syscall, path)
  }
  const undo: (() => void)[] = []
  const replace = <T extends object>(owner: T, name: keyof T & string, isPromise: boolean) => {
    const real = owner[name] as (...given: unknown[]) => unknown
    const guarded = (...given: unknown[]) => {
      if (!name.startsWith('open') || opensToWrite(given[1])) refuse(name, given[0])
      return real(...given)
    }
    const put = isPromise ? async (...given: unknown[]) => guarded(...given) : guarded
    owner[name] = put as T[typeof name]
    undo.push(() => {
      owner[name] = real as T[typeof name]
    })
  }
  for (const name of changing) replace(fs, `${name}Sync`, false)
  for (const name of ['writeSync', 'ftruncateSync'] as const) replace(fs, name, false)
  for (const name of [...changing, 'writeFile'] as const) replace(fs.promises, name, true)
  syncBuiltinESMExports()
  return () => {
    for (const one of undo) one()
    syncBuiltinESMExports()
  }
}

const changing = [
  'open',
  'mkdir',
  'rename',
  'unlink',
  'rm',
  'rmdir',
  'utimes',
  'truncate',
  'link',
] as const

const opensToWrite = (flags: unknown): boolean =>
  typeof flags === 'number'
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0
    : typeof flags === 'string' && /[wa+]/.test(flags)

function getPath(descriptor: number): string {
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}
