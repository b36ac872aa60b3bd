import { Config, Resources, Schemas, Types } from 'scimmy'
import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ScimStore } from '../../access/scim/scim-store.ts'
import { HttpError } from '../../errors/http-error.ts'

const pageMax = 200

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
    if (!(error instanceof HttpError)) throw error
    const { code, message } = error
    if (code === 'not_found') throw new Types.Error(404, '', message)
    if (code === 'conflict') throw new Types.Error(409, 'uniqueness', message)
    throw new Types.Error(400, 'invalidValue', message)
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
  const [, attribute = '', wanted = ''] = equalPattern.exec(query ?? '') ?? []
  if (attribute !== '') {
    const name = caseless.get(attribute.toLowerCase()) ?? ''
    return all.filter((row) => asString(row[name]).toLowerCase() === wanted.toLowerCase())
  }
  return filter ? filter.match(all) : all
}

const equalPattern = /^\s*(userName|displayName)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i
const caseless = new Map([
  ['username', 'userName'],
  ['displayname', 'displayName'],
])

function toPlain(resource: unknown): Fields {
  const { id: _, meta: __, ...plain } = toPlainResource(resource)
  return plain
}

Resources.declare(Resources.User, { extensions: [{ schema: Schemas.EnterpriseUser }] })
Resources.declare(Resources.Group)

type ScimKind = {
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
 * Corrects requests of Entra ID that violate the standard: booleans as text, and values of email
 * types that the user does not have yet.
 * @param before the resource that a patch changes.
 */
export function correctBody(body: Fields, before: Fields = {}): Fields {
  const operations = body['Operations']
  if (operations === undefined) return correctBooleans(body)
  return {
    ...body,
    Operations: asList(operations).map((operation) =>
      correctOperation(asRecord(operation), before),
    ),
  }
}

const typedPath = /^(emails|phoneNumbers|addresses)\[type eq "([^"]{1,100})"\]\.(\w{1,50})$/i

function correctOperation(operation: Fields, before: Fields): Fields {
  const { path, value } = operation
  const isActive = asString(path).toLowerCase() === 'active'
  const [, attribute = '', type = '', field = ''] = typedPath.exec(asString(path)) ?? []
  const has = asList(ownValue(before, attribute)).some((one) => asRecord(one)['type'] === type)
  if (attribute !== '' && !has && asString(operation['op']).toLowerCase() !== 'remove') {
    return { op: 'add', path: attribute, value: [{ type, [field]: value }] }
  }
  return {
    ...operation,
    ...(isActive
      ? { value: toBoolean(value) }
      : isRecord(value) && { value: correctBooleans(value) }),
  }
}

const correctBooleans = (fields: Fields): Fields =>
  'active' in fields ? { ...fields, active: toBoolean(fields['active']) } : fields

const toBoolean = (value: unknown): unknown =>
  typeof value === 'string' && /^(?:true|false)$/i.test(value)
    ? value.toLowerCase() === 'true'
    : value
