import {
  webApiDocumentLengthMax,
  webApisMax,
  type ChangeWebApi,
  type ChosenWebApiAuth,
  type CreateWebApi,
  type WebApi,
  type WebApiAuth,
  type WebApiList,
  type WebApiOperations,
} from '#contract/web-apis.ts'
import { createIdFromName } from '#lib/id-from-name.ts'
import { ownValue } from '#lib/own-value.ts'
import { trimSlashes } from '#lib/trim-slashes.ts'
import type { Changes } from '../changes/changes.ts'
import { ToolError, type Tool, type ToolContext, type ToolResult } from '../chat/tools/tool.ts'
import { HttpError } from '../errors/http-error.ts'
import { isOffered, keepTools, turnTool } from '../mcp-client/keep-tools.ts'
import { mcpFailure } from '../mcp-client/mcp-failure.ts'
import { toOfferedSchema } from '../tool-schemas/offered-schema.ts'
import { getToolTitle, nameForModels } from '../mcp-client/tool-definition.ts'
import { checkedRequest } from '../outgoing/checked-request.ts'
import { signalWithin } from '../process/signal-within.ts'
import { readWhole } from '../reading/read-file.ts'
import type { KeptTool } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../vault/vault.ts'
import { callOperation, operationMs } from './call-operation.ts'
import type { ReadDocument } from '../reading/openapi/read-document.ts'
import { openKeptWebApis, type KeptWebApis } from './kept-web-apis.ts'
import { openKey, sealKey, viewOperations, viewWebApi, type StoredWebApi } from './web-api-rows.ts'

/**
 * Maximum length of an id, which is a part of the tools' names. Services limit the length of these
 * names.
 */
const idLengthMax = 16
const documentMs = 60_000

export type WebApiService = {
  list: () => WebApiList
  operations: (id: string) => WebApiOperations
  /**
   * Adds an API with all operations off.
   * @throws {HttpError} if its document cannot be loaded or read, and `conflict` if there are too
   * many.
   */
  create: (request: CreateWebApi, signal: AbortSignal) => Promise<WebApi>
  /** @throws {HttpError} `not_found`, `bad_document`. */
  change: (id: string, change: ChangeWebApi) => Promise<WebApi>
  /**
   * Loads the document again. An error is stored in the API's `problem`.
   * @throws {HttpError} `not_found`.
   */
  refresh: (id: string, signal: AbortSignal) => Promise<WebApi>
  remove: (id: string) => Promise<void>
  /** Operations that may be offered to models, sorted by API and name. */
  tools: () => readonly Tool[]
}

type WebApiOptions = {
  store: Store
  vault: Vault
  changes: Changes
  allowedHosts: readonly string[]
}

export async function openWebApiService(options: WebApiOptions): Promise<WebApiService> {
  const { store, vault, changes, allowedHosts } = options
  const kept = await openKeptWebApis(store, changes)
  let offered: { tools: readonly Tool[]; version: number } | undefined
  return {
    list: () => ({ apis: [...kept.rows.values()].map(viewWebApi) }),
    operations: (id) => viewOperations(kept.find(id)),
    create: (request, signal) => addWebApi({ kept, vault, allowedHosts }, request, signal),
    change: async (id, change) => {
      const { document } = change
      const address = kept.find(id).documentAddress ?? undefined
      const read = document === undefined ? undefined : await readDocument(document, address)
      return kept.inTurn(async () =>
        viewWebApi(await kept.put(id, getChanges(kept.find(id), { change, read, vault }))),
      )
    },
    refresh: async (id, signal) => {
      const { documentAddress, name } = kept.find(id)
      if (documentAddress === null)
        throw new HttpError(
          'bad_request',
          'Its document was a file. Edit the API to choose a new one.',
        )
      try {
        const read = await loadDocument({ name, documentAddress }, { allowedHosts, signal })
        await kept.inTurn(() => {
          const contents = toContents(read, kept.find(id).operations)
          return kept.put(id, { ...contents, problem: null, changedAt: new Date() })
        })
      } catch (error) {
        if (signal.aborted) throw error
        await kept.noteProblem(id, mcpFailure(error, name, 'did not answer'))
      }
      return viewWebApi(kept.find(id))
    },
    remove: async (id) => {
      kept.find(id)
      await kept.inTurn(() => kept.remove(id))
    },
    tools: () => {
      const version = kept.version()
      if (offered?.version !== version) {
        const rows = [...kept.rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
        const reach = { kept, vault, allowedHosts }
        offered = { tools: rows.flatMap((row) => createOperationTools(row, reach)), version }
      }
      return offered.tools
    },
  }
}

type Reach = { kept: KeptWebApis; vault: Vault; allowedHosts: readonly string[] }

async function addWebApi(
  { kept, vault, allowedHosts }: Reach,
  request: CreateWebApi,
  signal: AbortSignal,
): Promise<WebApi> {
  const refuseIfFull = () => {
    if (kept.rows.size >= webApisMax)
      throw new HttpError('conflict', `There are already ${webApisMax} APIs. Remove one first.`)
  }
  refuseIfFull()
  const { name, documentAddress = null, key = '' } = request
  const read = await loadDocument(request, { allowedHosts, signal })
  const baseAddress = toBaseAddress(request.baseAddress ?? read.baseAddress)
  const auth = chooseAuth(request.auth, { read, hasKey: key !== '' })
  return kept.inTurn(async () => {
    // Other APIs may have been added while the document was loaded.
    refuseIfFull()
    const taken = kept.rows
    const id = createIdFromName(name, { taken, fallback: 'web', lengthMax: idLengthMax })
    const place = { id, baseAddress }
    const sealed = sealKey(vault, place, auth.kind === 'none' ? '' : key)
    const contents = toContents(read, [])
    const row = { ...place, name, documentAddress, auth, key: sealed, ...contents }
    return viewWebApi(await kept.add(row))
  })
}

/** Returns the function that calls an operation if its definition is still the accepted one. */
const getRun =
  ({ kept, vault, allowedHosts }: Reach, id: string, { name, hash, request }: KeptTool) =>
  async (given: Record<string, unknown>, { signal }: ToolContext): Promise<ToolResult> => {
    const row = kept.find(id)
    const current = row.operations.find((one) => one.name === name)
    if (!row.isOn || !current || !isOffered(current) || current.hash !== hash || !request)
      throw new ToolError(changedOperation)
    const key = openKey(vault, row)
    if (row.key && key === undefined) throw new ToolError(`The key of ${row.name} cannot be read.`)
    try {
      const reach = { ...row, key, allowedHosts }
      const result = await callOperation(reach, request, { given, signal })
      await kept.noteProblem(id, undefined)
      return result
    } catch (error) {
      if (error instanceof ToolError || signal.aborted) throw error
      const failure = mcpFailure(error, row.name, 'did not answer')
      await kept.noteProblem(id, failure)
      throw failure
    }
  }

/**
 * Returns the enabled operations of an API. Each operation requires a person's permission, and
 * again after its definition has changed.
 */
const createOperationTools = (row: StoredWebApi, reach: Reach): Tool[] =>
  (row.isOn ? row.operations.filter(isOffered) : []).map((kept): Tool => {
    // Tools of an API cannot have the name of an MCP tool, because ids of MCP servers contain no
    // underscore.
    const known = nameForModels(`api_${row.id}`, kept.name)
    const isRead = kept.request?.method === 'GET' || kept.request?.method === 'HEAD'
    return {
      name: known,
      allowedAs: `${known}#${kept.hash}`,
      title: getToolTitle(kept),
      from: row.name,
      effect: isRead ? 'sends' : 'changes',
      isRepeatable: isRead,
      description: `From the API “${row.name}”. ${kept.description}`,
      parameters: toOfferedSchema(kept.parameters),
      timeoutMs: operationMs,
      run: getRun(reach, row.id, kept),
    }
  })

const toContents = (read: ReadDocument, kept: readonly KeptTool[]) => ({
  format: read.format,
  operations: keepTools(kept, read.listed).tools,
  odd: read.odd,
})

type Document = Pick<CreateWebApi, 'name' | 'documentAddress' | 'document'>

async function loadDocument(
  { name, documentAddress, document }: Document,
  { allowedHosts, signal }: { allowedHosts: readonly string[]; signal: AbortSignal },
): Promise<ReadDocument> {
  if (documentAddress === undefined) return readDocument(document ?? '')
  let found: { text: string; href: string }
  try {
    found = await fetchDocument(documentAddress, {
      allowedHosts,
      signal: signalWithin(documentMs, signal),
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw withField(mcpFailure(error, name, 'did not answer'), 'documentAddress')
  }
  return readDocument(found.text, found.href)
}

async function fetchDocument(
  address: string,
  options: { allowedHosts: readonly string[]; signal: AbortSignal },
): Promise<{ text: string; href: string }> {
  const { response, url } = await checkedRequest(address, options)
  try {
    const { statusCode = 0 } = response
    if (statusCode !== 200) {
      throw new HttpError('provider_failed', `The address answers with status ${statusCode}.`)
    }
    const chunks: Uint8Array[] = []
    let length = 0
    const pieces: AsyncIterable<Uint8Array> = response
    for await (const chunk of pieces) {
      length += chunk.byteLength
      if (length > webApiDocumentLengthMax)
        throw new HttpError('bad_document', 'The document is larger than 16 MB.')
      chunks.push(chunk)
    }
    return { text: new TextDecoder().decode(Buffer.concat(chunks, length)), href: url.href }
  } finally {
    response.destroy()
  }
}

/** Reads a document in a worker thread, because large documents take seconds. */
const readDocument = (text: string, address?: string): Promise<ReadDocument> =>
  readWhole('openapi', new TextEncoder().encode(text), { address })

const withField = (failure: HttpError, path: string): HttpError =>
  new HttpError(failure.code, failure.message, {
    cause: failure,
    issues: [{ path, message: failure.message }],
  })

function toBaseAddress(address: string | undefined): string {
  if (address !== undefined) return trimSlashes(address)
  const message = 'The document does not name a full address of its server. Enter the base address.'
  throw new HttpError('bad_request', message, { issues: [{ path: 'baseAddress', message }] })
}

function chooseAuth(
  { kind, name }: ChosenWebApiAuth,
  { read, hasKey }: { read?: ReadDocument | undefined; hasKey: boolean },
): WebApiAuth {
  if (kind === 'auto') return hasKey ? (read?.auth ?? { kind: 'bearer' }) : { kind: 'none' }
  return { kind, ...((kind === 'header' || kind === 'query') && { name }) }
}

function getChanges(
  row: StoredWebApi,
  { change, read, vault }: { change: ChangeWebApi; read: ReadDocument | undefined; vault: Vault },
): Partial<StoredWebApi> {
  const { name, isOn, key, operations = {} } = change
  const baseAddress = trimSlashes(change.baseAddress ?? row.baseAddress)
  const isMoved = new URL(baseAddress).origin !== new URL(row.baseAddress).origin
  if (isMoved && row.key && key === undefined) {
    const message = 'Enter the key again, because it is only sent to the server it was entered for.'
    throw new HttpError('bad_request', message, { issues: [{ path: 'key', message }] })
  }
  const hasKey = key === undefined ? row.key !== null : key !== ''
  // Without a new document, `auto` keeps the known place of the key.
  const isKept = change.auth?.kind === 'auto' && !read && hasKey && row.auth.kind !== 'none'
  const auth = change.auth && !isKept ? chooseAuth(change.auth, { read, hasKey }) : row.auth
  const kept = auth.kind === 'none' ? null : row.key
  return {
    ...(name !== undefined && { name }),
    ...(isOn !== undefined && { isOn }),
    baseAddress,
    auth,
    key: key === undefined ? kept : sealKey(vault, { id: row.id, baseAddress }, key),
    ...(read
      ? { ...toContents(read, row.operations), problem: null }
      : {
          operations: row.operations.map((tool) => {
            const isWanted = ownValue(operations, tool.name)
            return isWanted === undefined ? tool : turnTool(tool, isWanted)
          }),
        }),
    changedAt: new Date(),
  }
}

const changedOperation =
  'This operation has changed or is gone. Ask the person to check it in Settings › Tool servers, where it can be turned on again.'
