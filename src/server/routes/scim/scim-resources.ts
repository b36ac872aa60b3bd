import { Config, Resources, Schemas, Types } from 'scimmy'
import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ScimStore } from '../../access/scim/scim-store.ts'
import { toHttpError } from '../../errors/http-error.ts'

const pageMax = 200

/** Maximum length of a filter, a list of attributes or a path, in characters. */
export const filterLengthMax = 1_000
/**
 * Maximum number of backslashes and line breaks in a filter. Each of these characters doubles the
 * time of the regular expression in the package `scimmy`.
 */
const escapesMax = 8

/** The SCIM store and the query of a request. */
export type ScimContext = { scim: ScimStore; filter: string | undefined }

Config.set({
  patch: true,
  filter: { supported: true, maxResults: pageMax },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token from Settings › People › User provisioning.',
    },
  ],
})

async function convertErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Types.Error) throw error
    const { code, status, message } = toHttpError(error)
    const scimType = code === 'conflict' ? 'uniqueness' : status === 400 ? 'invalidValue' : ''
    throw Object.assign(new Types.Error(status, scimType, message), { cause: error })
  }
}

type Reading = {
  id?: string | undefined
  filter?: { match: (rows: Fields[]) => Fields[] } | undefined
}

async function select(
  { id, filter }: Reading,
  rows: Promise<Fields[]>,
  query: string | undefined,
): Promise<Fields | Fields[]> {
  const all = await convertErrors(rows)
  if (id !== undefined) {
    const found = all.find((row) => row['id'] === id)
    if (!found) throw new Types.Error(404, '', 'No resource has this id.')
    return found
  }
  // Names are compared without case, as their schema requires.
  const equal = readEqual(query)
  if (equal) {
    return all.filter((row) => asString(row[equal.name]).toLowerCase() === equal.wanted)
  }
  return filter ? filter.match(all) : all
}

const equalPattern = /^\s*(userName|displayName)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i
const caseless = new Map([
  ['username', 'userName'],
  ['displayname', 'displayName'],
])

function readEqual(query = ''): { name: string; wanted: string } | undefined {
  const [, attribute = '', wanted = ''] = equalPattern.exec(query) ?? []
  if (attribute === '') return undefined
  try {
    const name = caseless.get(attribute.toLowerCase()) ?? ''
    return { name, wanted: asString(JSON.parse(`"${wanted}"`)).toLowerCase() }
  } catch {
    throw new Types.Error(400, 'invalidFilter', 'The text in the filter is not valid JSON.')
  }
}

function refuseSlow(text: string, scimType: 'invalidFilter' | 'invalidPath'): void {
  if (text.length <= filterLengthMax && countEscapes(text) <= escapesMax) return
  throw new Types.Error(
    400,
    scimType,
    `A filter or path may have at most ${filterLengthMax} characters and ${escapesMax} backslashes or line breaks.`,
  )
}

const countEscapes = (text: string): number => text.match(/[\\\n]/g)?.length ?? 0

type ScimQuery = {
  filter?: string | undefined
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** @throws {Types.Error} for a filter that cannot be parsed or would take too long. */
export function createKind(Kind: ScimKind, id: string | undefined, query: ScimQuery = {}) {
  const { filter, ...rest } = query
  // `select` compares names without `scimmy`, whose filters do not support escaped quotes.
  const isOwnFilter = filter === undefined || readEqual(filter) !== undefined
  const own = isOwnFilter ? rest : query
  for (const text of [own.attributes, own.excludedAttributes, isOwnFilter ? '' : filter]) {
    refuseSlow(text ?? '', 'invalidFilter')
  }
  try {
    return id === undefined ? new Kind(own) : new Kind(id, own)
  } catch (error) {
    if (error instanceof Types.Error) throw error
    throw new Types.Error(400, 'invalidFilter', error instanceof Error ? error.message : '')
  }
}

function toPlain(resource: unknown): Fields {
  const { id: _, meta: __, ...plain } = toPlainResource(resource)
  return plain
}

Resources.declare(Resources.User, { extensions: [{ schema: Schemas.EnterpriseUser }] })
Resources.declare(Resources.Group)

export type ScimKind = {
  new (
    id: string | object,
    query?: object,
  ): {
    read: (context: ScimContext) => Promise<unknown>
    write: (body: Fields, context: ScimContext) => Promise<unknown>
    patch: (body: Fields, context: ScimContext) => Promise<unknown>
    dispose: (context: ScimContext) => Promise<unknown>
  }
  basepath: (path: string) => unknown
  egress: (read: (resource: Reading, context: ScimContext) => Promise<unknown>) => unknown
  ingress: (
    write: (resource: Reading, data: unknown, context: ScimContext) => Promise<unknown>,
  ) => unknown
  degress: (remove: (resource: Reading, context: ScimContext) => Promise<void>) => unknown
}

// The library's types allow only handlers of the library's classes, so a cast is needed.
export const kinds = {
  User: Resources.User as unknown as ScimKind,
  Group: Resources.Group as unknown as ScimKind,
}

kinds.User.egress((resource, { scim, filter }) => select(resource, scim.listUsers(), filter))
kinds.User.ingress(({ id }, data, { scim }) => convertErrors(scim.putUser(id, toPlain(data))))
kinds.User.degress(({ id = '' }, { scim }) => convertErrors(scim.removeUser(id)))
kinds.Group.egress((resource, { scim, filter }) => select(resource, scim.listGroups(), filter))
kinds.Group.ingress(({ id }, data, { scim }) => convertErrors(scim.putGroup(id, toPlain(data))))
kinds.Group.degress(({ id = '' }, { scim }) => convertErrors(scim.removeGroup(id)))

export { Resources as ScimResources }

export const toPlainResource = (resource: unknown): Fields =>
  asRecord(JSON.parse(JSON.stringify(resource)))

/**
 * Corrects requests of Entra ID that violate the standard: booleans and managers as text, and
 * values of email types that the user does not have yet.
 * @param before the resource that a patch changes.
 */
export function correctBody(body: Fields, before: Fields = {}): Fields {
  const operations = body['Operations']
  if (operations === undefined) return correctFields(body)
  return {
    ...body,
    Operations: asList(operations).map((operation) =>
      correctOperation(asRecord(operation), before),
    ),
  }
}

const typedPath = /^(emails|phoneNumbers|addresses)\[type eq "([^"]{1,100})"\]\.(\w{1,50})$/i

function correctOperation(operation: Fields, before: Fields): Fields {
  const { op, path, value } = operation
  const names = isRecord(value) && path === undefined ? Object.keys(value) : []
  for (const name of [asString(path), ...names]) refuseSlow(name, 'invalidPath')
  // The package `scimmy` converts the values to remove into a filter.
  if (
    asString(op).toLowerCase() === 'remove' &&
    countEscapes(JSON.stringify(value ?? '')) > escapesMax
  ) {
    throw new Types.Error(400, 'invalidValue', 'The values to remove contain too many backslashes.')
  }
  const [, attribute = '', type = '', field = ''] = typedPath.exec(asString(path)) ?? []
  const has = asList(ownValue(before, attribute)).some((one) => asRecord(one)['type'] === type)
  if (attribute !== '' && !has && asString(op).toLowerCase() !== 'remove') {
    return { op: 'add', path: attribute, value: [{ type, [field]: value }] }
  }
  return {
    ...operation,
    ...('value' in operation && { value: correctValue(asString(path), value) }),
  }
}

const correctFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, correctValue(name, value)]),
  )

/** @param path of the attribute, or an empty text for a whole resource. */
function correctValue(path: string, value: unknown): unknown {
  const name = path.toLowerCase()
  if (name === 'active') return toBoolean(value)
  if (name === 'manager' || name === `${enterpriseUser}:manager`) return toManager(value)
  return isRecord(value) && (name === '' || name === enterpriseUser) ? correctFields(value) : value
}

const enterpriseUser = Schemas.EnterpriseUser.definition.id.toLowerCase()

function toManager(value: unknown): unknown {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof one === 'string' ? { value: one } : one
}

const toBoolean = (value: unknown): unknown =>
  typeof value === 'string' && /^(?:true|false)$/i.test(value)
    ? value.toLowerCase() === 'true'
    : value
