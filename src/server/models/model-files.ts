import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Model3d, ProviderProblem } from '#contract/models.ts'
import { readModelFile } from './read-model-file.ts'

/** Models that somebody has added as files. */
export type ModelFiles = {
  /** All that can be used, and a sentence for each file that cannot, which names it and the line. */
  read: () => Promise<{ models: Model3d[]; problems: ProviderProblem[] }>
}

const filesMax = 200
const sizeBytesMax = 512 * 1024

type Reading = { stamp: string; result: Model3d | ProviderProblem }

/**
 * The `.json` files of a folder, which need not exist. They are looked at whenever models are asked
 * for, so that a new or corrected one counts at once; those that did not change are not read again.
 */
export function openModelFiles(folder: string): ModelFiles {
  let readings = new Map<string, Reading>()

  const read = async (name: string): Promise<Reading> => {
    const place = `models/${name}`
    const file = path.join(folder, name)
    try {
      const { mtimeMs, size } = await stat(file)
      const stamp = `${mtimeMs} ${size}`
      const known = readings.get(name)
      if (known?.stamp === stamp) return known
      if (size > sizeBytesMax) {
        return { stamp, result: { provider: place, message: 'The file has more than 512 KiB.' } }
      }
      const result = readModelFile(await readFile(file, 'utf8'))
      if ('id' in result) return { stamp, result }
      const message = `Line ${result.line}: ${result.message}`
      return { stamp, result: { provider: place, message } }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { stamp: '', result: { provider: place, message: `Cannot be read: ${reason}` } }
    }
  }

  return {
    read: async () => {
      const names = await listJsonFiles(folder)
      const found = await Promise.all(
        names.slice(0, filesMax).map(async (name) => [name, await read(name)] as const),
      )
      readings = new Map(found)
      const models: Model3d[] = []
      const problems: ProviderProblem[] = []
      if (names.length > filesMax) {
        const message = `There are more than ${filesMax} files; the rest is not read.`
        problems.push({ provider: 'models', message })
      }
      for (const [name, { result }] of found) {
        if (!('id' in result)) problems.push(result)
        else if (models.some(({ id }) => id === result.id)) {
          const message = `Another file has the model ${result.id} already.`
          problems.push({ provider: `models/${name}`, message })
        } else models.push(result)
      }
      return { models, problems }
    },
  }
}

async function listJsonFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
