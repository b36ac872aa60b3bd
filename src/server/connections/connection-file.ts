import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import {
  chatApiSchema,
  connectionIdSchema,
  connectionsMax,
  createConnectionSchema,
  type ChatApi,
  type CreateConnection,
} from '#contract/connections.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { EnvError } from '../env.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'
import { firstFault } from '../reading/first-fault.ts'
import { JsonSyntaxError, parsePlacedJson, type JsonPath } from '../reading/json-places.ts'
import { nearNames } from '../reading/near-names.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { checkDraft } from './draft.ts'
import { isReserved } from './free-id.ts'
import { divideFields, withHeaderFields } from './header-fields.ts'

/** A connection in the file. `${NAME}` in a string stands for an environment variable. */
const writtenSchema = z.strictObject({
  kind: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
  address: z.string().optional(),
  secrets: z.record(z.string(), z.string()).default({}),
  headers: z.record(z.string(), z.string()).default({}),
  chatApi: z.enum(chatApiSchema.options).optional(),
})
type Written = z.infer<typeof writtenSchema>
const fileSchema = z.strictObject({
  connections: z.array(writtenSchema).max(connectionsMax, `must be ${connectionsMax} at most`),
})

type Options = {
  kinds: readonly ProviderKind[]
  variables: Readonly<Record<string, string | undefined>>
  allowedHosts: readonly string[]
  /** Connections of environment variables. Their ids cannot be used in the file. */
  taken: readonly ConnectionEntry[]
}

class LineError extends Error {
  override readonly name = 'LineError'
  readonly path: JsonPath
  constructor(path: JsonPath, message: string) {
    super(message)
    this.path = path
  }
}

/**
 * Reads the connections of the file `BOZZETTO_CONNECTIONS`.
 * @throws {EnvError} with the file, the line, and the problem.
 */
export async function readConnectionFile(
  file: string,
  options: Options,
): Promise<ConnectionEntry[]> {
  const refuse = (message: string, line?: number) => {
    const place = line === undefined ? file : `${file}, line ${line}`
    return new EnvError(`BOZZETTO_CONNECTIONS: ${place}: ${message}`)
  }
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw refuse(isMissing ? 'There is no such file.' : `It cannot be read: ${String(error)}`)
  }
  try {
    const placed = parsePlacedJson(text)
    const checked = fileSchema.safeParse(placed.value)
    if (!checked.success) {
      const { line, message } = firstFault(checked.error, placed, (path) =>
        Object.keys(path.length === 0 ? fileSchema.shape : writtenSchema.shape),
      )
      throw refuse(message, line)
    }
    const entries: ConnectionEntry[] = []
    for (const [at, written] of checked.data.connections.entries()) {
      try {
        const taken = [...options.taken, ...entries]
        entries.push(getEntry(written, ['connections', at], { ...options, taken }))
      } catch (error) {
        if (!(error instanceof LineError)) throw error
        throw refuse(error.message, placed.lineOf(error.path))
      }
    }
    return entries
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw refuse(error.message, error.line)
    throw error
  }
}

function getEntry(written: Written, path: JsonPath, options: Options): ConnectionEntry {
  const { allowedHosts } = options
  const kind = getKind(written.kind, [...path, 'kind'], options.kinds)
  const id = getFreeId(written, { kind, path, taken: options.taken })
  const fill = (text: string, name: string) => filled(text, [...path, name], options.variables)
  const secrets: Record<string, string> = {}
  for (const [field, value] of Object.entries(written.secrets)) {
    const place = [...path, 'secrets', field]
    refuseUnknownSecret(field, kind, place)
    setOwn(secrets, field, filled(value, place, options.variables))
  }
  const headers = Object.fromEntries(
    Object.entries(written.headers).map(([header, value]) => [
      header,
      filled(value, [...path, 'headers', header], options.variables),
    ]),
  )
  const draft = checkedTexts(
    path,
    { kind: kind.id, secrets, headers, chatApi: written.chatApi },
    {
      name: written.name === undefined ? undefined : fill(written.name, 'name'),
      address: written.address === undefined ? undefined : fill(written.address, 'address'),
    },
  )
  const { address, secrets: given, chatApi } = checkedDraft(kind, draft, path)
  const name = draft.name ?? kind.name
  return {
    kind,
    id,
    name,
    address: address ?? undefined,
    source: 'environment',
    isOn: true,
    hints: [],
    settings: {
      service: {
        id,
        title: name,
        addressSetting: kind.address && `the address of “${id}” in BOZZETTO_CONNECTIONS`,
        addressExample: kind.address?.example ?? '',
        keySetting: `the key of “${id}” in BOZZETTO_CONNECTIONS`,
      },
      baseUrl: address ?? '',
      ...divideFields(given),
      ...(chatApi !== null && { chatApi }),
      allowedHosts,
    },
  }
}

function getKind(wanted: string, path: JsonPath, kinds: readonly ProviderKind[]): ProviderKind {
  const kind = kinds.find(({ id }) => id === wanted)
  if (kind) return kind
  const ids = kinds.map(({ id }) => id)
  const near = nearNames(wanted, ids)
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Known: ${ids.join(', ')}.`
  throw new LineError(path, `There is no kind “${wanted}”. ${hint}`)
}

function getFreeId(
  { id }: Written,
  { kind, path, taken }: { kind: ProviderKind; path: JsonPath; taken: readonly ConnectionEntry[] },
): string {
  const wanted = id ?? kind.id
  const place = id === undefined ? path : [...path, 'id']
  if (!connectionIdSchema.safeParse(wanted).success || isReserved(wanted)) {
    throw new LineError(
      place,
      isReserved(wanted)
        ? `The id “${wanted}” is used by Bozzetto itself.`
        : `The id “${wanted}” must be up to 40 lower-case letters, digits and hyphens.`,
    )
  }
  if (taken.some((entry) => entry.id === wanted)) {
    throw new LineError(
      place,
      `Another connection of the environment already has the id “${wanted}”. Give each an id of its own.`,
    )
  }
  return wanted
}

function refuseUnknownSecret(field: string, kind: ProviderKind, path: JsonPath): void {
  const known = kind.secrets.map(({ id }) => id)
  if (known.includes(field)) return
  throw new LineError(
    path,
    known.length === 0
      ? `${kind.name} takes no secrets.`
      : `“${field}” is not known here. ${kind.name} takes: ${known.join(', ')}.`,
  )
}

const filled = (text: string, path: JsonPath, variables: Options['variables']): string =>
  text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
    const value = ownValue(variables, name)
    if (value === undefined || value === '') {
      throw new LineError(path, `The environment variable ${name} is not set.`)
    }
    return value
  })

/**
 * Checks texts by the rules of the page Settings. Error messages never contain the value, because
 * it may be a key.
 */
function checkedTexts(
  path: JsonPath,
  draft: {
    kind: string
    secrets: Record<string, string>
    headers: Record<string, string>
    chatApi: ChatApi | undefined
  },
  texts: { name: string | undefined; address: string | undefined },
) {
  const parsed = createConnectionSchema.safeParse({ ...draft, ...texts })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? '' : part))
  throw new LineError([...path, ...place], `${place.join('.')}: ${issue?.message ?? 'is wrong.'}`)
}

function checkedDraft(
  kind: ProviderKind,
  request: Pick<CreateConnection, 'address' | 'secrets' | 'headers' | 'chatApi'>,
  path: JsonPath,
) {
  try {
    return checkDraft(kind, withHeaderFields(request))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new LineError(request.address === undefined ? path : [...path, 'address'], error.message)
  }
}
