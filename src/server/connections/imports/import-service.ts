import { eq } from 'drizzle-orm'
import type {
  CreateImport,
  ImportChanges,
  ImportDraft,
  ImportedModel,
  ImportList,
  ReadImport,
} from '#contract/model-imports.ts'
import { newId } from '#lib/id.ts'
import { compareSchemas } from '#lib/params/compare-schemas.ts'
import { asText } from '#lib/fields.ts'
import { getParamTitle } from '#lib/params/param-schema.ts'
import type { Changes } from '../../changes/changes.ts'
import { HttpError } from '../../errors/http-error.ts'
import { applyConfirmation, findPictureParams } from '../../models/openapi/to-param-schema.ts'
import type { ImportForm } from '../../ports/model-import.ts'
import { signalWithin } from '../../process/signal-within.ts'
import { importedModels } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { LiveConnections } from '../live-connections.ts'
import type { ImportedModels, ImportRow } from './imported-models.ts'

/**
 * Manages 3D models that no service lists, such as a ComfyUI workflow. The service describes the
 * model, and a person confirms the description.
 */
export type ImportService = {
  list: () => ImportList
  /**
   * Returns a service's description of a model.
   * @throws {HttpError} as `ModelImporter.read`.
   */
  read: (request: ReadImport, signal: AbortSignal) => Promise<ImportDraft>
  /**
   * Reads the service's description of the model again, and stores the model with the person's
   * choices.
   * @throws {HttpError} `conflict` if the model is already imported or too many models are
   * imported. `bad_request` if the person keeps no parameter.
   */
  create: (request: CreateImport, signal: AbortSignal) => Promise<ImportedModel>
  /**
   * Compares the model with its service's current description.
   * @throws {HttpError} `not_found`, and as `read`.
   */
  compare: (id: string, signal: AbortSignal) => Promise<ImportChanges>
  /**
   * Stores the service's current description of the model. Running tasks keep the old description.
   */
  refresh: (id: string, signal: AbortSignal) => Promise<ImportedModel>
  remove: (id: string) => Promise<void>
}

const importsMax = 200
const readMs = 60_000

type Options = {
  store: Store
  live: Pick<LiveConnections, 'entries' | 'importerOf'>
  imported: ImportedModels
  changes: Changes
}

export function createImportService(options: Options): ImportService {
  const { store, imported, changes } = options
  const { db } = store
  const settled = async () => {
    await imported.load()
    changes.tell('models')
  }
  const find = (id: string): ImportRow => {
    const row = imported.rows().find((known) => known.id === id)
    if (!row) throw new HttpError('not_found', 'There is no imported model with this id.')
    return row
  }
  const readAgain = async (row: ImportRow, signal: AbortSignal) => {
    const { source, connectionId: connection, name } = row
    const form = await readForm(options, { connection, source, name }, signal)
    return { form, ...updated(row, form) }
  }

  return {
    list: () => ({ imports: imported.rows().map(toView) }),
    read: async (request, signal) => getDraft(request, await readForm(options, request, signal)),
    create: async (request, signal) => {
      if (imported.rows().length >= importsMax) {
        throw new HttpError(
          'conflict',
          `There are already ${importsMax} imported models. Remove one first.`,
        )
      }
      const { connection, source, pictures, output, params } = request
      const form = await readForm(options, request, signal)
      refuseSecond(imported, connection, form.model)
      const paramSchema = applyConfirmation(form.paramSchema, { pictures, params })
      if (Object.keys(paramSchema.properties).length === 0) {
        throw new HttpError('bad_request', 'Keep at least one parameter in the form.')
      }
      const id = newId()
      const leftOut = Object.keys(form.paramSchema.properties).filter(
        (name) => !params.includes(name),
      )
      const { model, description, wire } = form
      const name = request.name ?? form.name
      const chosen = form.outputs.some((one) => one.id === output) ? output : undefined
      const values = { id, connectionId: connection, model, name, description, source, wire }
      await db
        .insert(importedModels)
        .values({ ...values, paramSchema, leftOut, output: chosen ?? null })
      await settled()
      return toView(find(id))
    },
    compare: async (id, signal) => {
      const row = find(id)
      const { paramSchema, form } = await readAgain(row, signal)
      return {
        changes: compareSchemas(row.paramSchema, paramSchema),
        isOutputGone: row.output !== null && !form.outputs.some((one) => one.id === row.output),
      }
    },
    refresh: async (id, signal) => {
      const { paramSchema, output, form } = await readAgain(find(id), signal)
      await db
        .update(importedModels)
        .set({ paramSchema, output, wire: form.wire, readAt: new Date() })
        .where(eq(importedModels.id, id))
      await settled()
      return toView(find(id))
    },
    remove: async (id) => {
      find(id)
      await db.delete(importedModels).where(eq(importedModels.id, id))
      await settled()
    },
  }
}

/** @throws {HttpError} `not_found`, or `bad_request` for a connection without imports. */
async function readForm(
  { live }: Options,
  { connection, source, name }: ReadImport,
  signal: AbortSignal,
): Promise<ImportForm> {
  const entry = live.entries().find(({ id }) => id === connection)
  if (!entry) throw new HttpError('not_found', 'There is no connection with this id.')
  const importer = live.importerOf(connection)
  if (!importer) {
    throw new HttpError('bad_request', entry.fault ?? `${entry.name} has no models to import.`)
  }
  const about = { ...(name !== undefined && { name }), signal: signalWithin(readMs, signal) }
  return importer.read(source, about)
}

function refuseSecond(imported: ImportedModels, connection: string, model: string): void {
  const same = imported.of(connection).find((known) => known.model === model)
  if (!same) return
  throw new HttpError(
    'conflict',
    `This model is imported already, as ${same.name}. Refresh that one.`,
  )
}

function updated(row: ImportRow, { paramSchema, params, outputs }: ImportForm) {
  const wanted = new Set(params)
  const before = row.paramSchema.properties
  const kept = Object.keys(paramSchema.properties).filter(
    (name) => !row.leftOut.includes(name) && (wanted.has(name) || Object.hasOwn(before, name)),
  )
  const wasPicture = findPictureParams(row.paramSchema)
  // A person has already decided which old params are pictures. For a new param, the schema
  // decides.
  const pictures = [
    ...wasPicture,
    ...findPictureParams(paramSchema).filter((name) => !Object.hasOwn(before, name)),
  ]
  const isThere = outputs.some(({ id }) => id === row.output)
  return {
    paramSchema: applyConfirmation(paramSchema, { pictures, params: kept }),
    output: isThere ? row.output : null,
  }
}

const toView = ({ id, connectionId, model, name, readAt }: ImportRow): ImportedModel => ({
  id,
  connection: connectionId,
  modelId: `${connectionId}/${model}`,
  name,
  readAt: readAt.toISOString(),
})

function getDraft({ connection, name }: ReadImport, form: ImportForm): ImportDraft {
  const { paramSchema, outputs } = form
  const guessed = findPictureParams(paramSchema)
  const required = new Set(paramSchema.required)
  return {
    id: `${connection}/${form.model}`,
    name: name ?? form.name,
    description: form.description,
    outputs: [...outputs],
    fields: Object.entries(paramSchema.properties).map(([param, field]) => {
      const description = asText(field['description'])
      return {
        name: param,
        title: getParamTitle(field, param),
        ...(description !== undefined && { description }),
        isRequired: required.has(param),
        isShown: form.params.includes(param),
        isPicture: guessed.includes(param),
        mayBePicture: form.pictures.includes(param),
      }
    }),
  }
}
