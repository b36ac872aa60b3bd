import type { Model3d, ProviderProblem } from '#contract/models.ts'
import { modelFileBytesMax, type ModelDescriptionFile } from '#contract/model-settings.ts'
import { HttpError } from '../errors/http-error.ts'
import { readWhole } from '../reading/read-file.ts'
import type { ModelFileStorage, FileStamp } from './model-file-storage.ts'

export type ModelFiles = {
  list: () => Promise<ModelDescriptionFile[]>
  /**
   * Stores the description of a 3D model, and replaces a description with the same id.
   * @throws {HttpError} `bad_model_file` with the line and the error, `too_large`, or `conflict` if
   * there are too many.
   */
  add: (text: string) => Promise<ModelDescriptionFile>
  remove: (name: string) => Promise<boolean>
  /**
   * Returns all valid models, and a message for each invalid file with the file's name and line.
   */
  read: () => Promise<{ models: Model3d[]; problems: ProviderProblem[] }>
}

const filesMax = 200

type Reading = { stamp: string; result: Model3d | ProviderProblem }

/** Opens the model files. Changes of the files are found whenever models are listed. */
export function openModelFiles(shelf: ModelFileStorage): ModelFiles {
  let readings = new Map<string, Reading>()

  const read = async (name: string, seen: FileStamp): Promise<Reading> => {
    const place = `models/${name}`
    try {
      if (seen instanceof Error) throw seen
      const { stamp, sizeBytes } = seen
      const known = readings.get(name)
      if (known?.stamp === stamp) return known
      if (sizeBytes > modelFileBytesMax) {
        return { stamp, result: { provider: place, message: 'The file is larger than 512 KiB.' } }
      }
      const result = await readWhole('model', await shelf.read(name))
      if ('id' in result) return { stamp, result }
      const message = `Line ${result.line}: ${result.message}`
      return { stamp, result: { provider: place, message } }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { stamp: '', result: { provider: place, message: `Cannot be read: ${reason}` } }
    }
  }

  const readAll = async () => {
    const seen = [...(await shelf.look())].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const found = await Promise.all(
      seen.slice(0, filesMax).map(async ([name, look]) => [name, await read(name, look)] as const),
    )
    readings = new Map(found)
    return { found, hasMore: seen.length > filesMax }
  }

  return {
    list: async () => {
      const { found } = await readAll()
      return found.map(([name, { result }]) => toModelFile(name, result))
    },
    add: async (text) => {
      if (Buffer.byteLength(text) > modelFileBytesMax) {
        throw new HttpError('too_large', 'The file is larger than 512 KiB.')
      }
      const model = await readWhole('model', new TextEncoder().encode(text))
      if (!('id' in model)) {
        const { line, message } = model
        throw new HttpError('bad_model_file', `Line ${line}: ${message}`, {
          issues: [{ path: `line ${line}`, message }],
        })
      }
      const { found: held } = await readAll()
      const same = held.find(([, { result }]) => 'id' in result && result.id === model.id)
      if (!same && held.length >= filesMax) {
        throw new HttpError('conflict', `There are already ${filesMax} files. Delete one first.`)
      }
      const name = same?.[0] ?? freeName(model.id, new Set(held.map(([taken]) => taken)))
      await shelf.write(name, text)
      return toModelFile(name, model)
    },
    remove: async (name) => {
      // A name from a request could be a path, so only listed names are accepted.
      if (!(await shelf.look()).has(name)) return false
      await shelf.remove(name)
      return true
    },
    read: async () => {
      const { found, hasMore } = await readAll()
      const models: Model3d[] = []
      const problems: ProviderProblem[] = []
      if (hasMore) {
        const message = `More than ${filesMax} files; the rest were skipped.`
        problems.push({ provider: 'models', message })
      }
      for (const [name, { result }] of found) {
        if (!('id' in result)) problems.push(result)
        else if (models.some(({ id }) => id === result.id)) {
          const message = `Another file already has the model ${result.id}.`
          problems.push({ provider: `models/${name}`, message })
        } else models.push(result)
      }
      return { models, problems }
    },
  }
}

const toModelFile = (name: string, result: Model3d | ProviderProblem): ModelDescriptionFile =>
  'id' in result
    ? { name, model: { id: result.id, name: result.name } }
    : { name, problem: result.message }

/** Returns an unused file name for a model: `gateway/acme 3d` becomes `gateway-acme-3d.json`. */
function freeName(modelId: string, taken: ReadonlySet<string>): string {
  const base = modelId.replaceAll(/[^\w.-]+/g, '-').slice(0, 100)
  for (let count = 1; ; count++) {
    const name = `${base}${count === 1 ? '' : `-${count}`}.json`
    if (!taken.has(name)) return name
  }
}
