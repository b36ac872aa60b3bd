import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { pythonFileNameSchema, type PythonPackage, type PythonState } from '#contract/python.ts'
import { writeWhole } from '../disk/write-whole.ts'
import { HttpError } from '../errors/http-error.ts'

const runtimeFiles: ReadonlySet<string> = new Set([
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
  'pyodide-lock.json',
])

/** Packages that are offered to admins first, together with their dependencies. */
const usualPackages = ['numpy', 'pandas', 'matplotlib', 'scipy', 'pillow', 'sympy']

const lockSchema = z.object({
  info: z.object({ python: z.string() }),
  packages: z.record(
    z.string(),
    z.object({
      name: z.string(),
      version: z.string(),
      file_name: z.string(),
      sha256: z.string(),
      depends: z.array(z.string()),
    }),
  ),
})
type Lock = z.infer<typeof lockSchema>
type LockedPackage = Lock['packages'][string]

export type PythonFiles = {
  list: () => Promise<PythonState>
  find: (name: string) => string
  /**
   * Stores the file of a package.
   * @throws {HttpError} `bad_request` for a package that Pyodide has not locked.
   */
  take: (name: string, bytes: Uint8Array) => Promise<PythonState>
  remove: (name: string) => Promise<PythonState>
}

/**
 * Opens the files with which browsers run Python: Pyodide, and the packages that an admin has added
 * to the folder.
 * @param findRuntime returns the folder of Pyodide.
 */
export function openPythonFiles(folder: string, findRuntime = findPyodide): PythonFiles {
  let loaded: ReturnType<typeof readLock> | undefined
  const load = () => (loaded ??= readLock(findRuntime()))

  const list = async (): Promise<PythonState> => {
    const { lock, version } = await load()
    const own = new Set(await readdir(folder).catch(() => []))
    const shown = Object.values(lock.packages).filter(({ file_name: file }) => own.has(file))
    const packages = [...new Set([...listWithDependencies(lock, usualPackages), ...shown])].map(
      (locked) => toPackage(locked, { version, isThere: own.has(locked.file_name) }),
    )
    return { version, python: lock.info.python, packages }
  }

  return {
    list,
    find: (name) => {
      const file = path.join(runtimeFiles.has(name) ? findRuntime() : folder, name)
      if (!pythonFileNameSchema.safeParse(name).success || !existsSync(file))
        throw new HttpError('not_found', 'This server has no such file.')
      return file
    },
    take: async (name, bytes) => {
      const { lock, version } = await load()
      const locked = Object.values(lock.packages).find(({ file_name: file }) => file === name)
      if (!locked) {
        throw new HttpError(
          'bad_request',
          `“${name}” is no package of Pyodide ${version}. Download the file with exactly the name in the list.`,
        )
      }
      if (createHash('sha256').update(bytes).digest('hex') !== locked.sha256) {
        throw new HttpError(
          'bad_request',
          `“${name}” is damaged or not the original file. Download it again.`,
        )
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(path.join(folder, locked.file_name), bytes, { replaces: true })
      return list()
    },
    remove: async (name) => {
      await rm(path.join(folder, pythonFileNameSchema.parse(name)), { force: true })
      return list()
    },
  }
}

const findPyodide = (): string =>
  path.dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))

async function readLock(runtime: string): Promise<{ lock: Lock; version: string }> {
  const read = (name: string) => readFile(path.join(runtime, name), 'utf8')
  const lock = lockSchema.parse(JSON.parse(await read('pyodide-lock.json')))
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await read('package.json')))
  return { lock, version }
}

function listWithDependencies({ packages }: Lock, names: readonly string[]): LockedPackage[] {
  const byName = new Map(Object.entries(packages))
  const listed = new Set(names)
  for (const name of listed)
    for (const needed of byName.get(name)?.depends ?? []) listed.add(needed)
  return [...listed].flatMap((name) => byName.get(name) ?? [])
}

const toPackage = (
  { name, version, file_name: file }: LockedPackage,
  { version: pyodide, isThere }: { version: string; isThere: boolean },
): PythonPackage => ({
  name,
  version,
  file,
  address: `https://cdn.jsdelivr.net/pyodide/v${pyodide}/full/${file}`,
  isThere,
})
