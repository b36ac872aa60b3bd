import { webApiOperationsMax, type WebApiMethod } from '#contract/web-apis.ts'
import { cutText } from '#lib/cut-text.ts'
import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { setOwn } from '#lib/own-value.ts'
import type {
  OperationRequest,
  RequestBody,
  RequestParam,
  ToolDefinition,
} from '../../store/schema.ts'
import { storable, storedJson } from '../../store/storable.ts'
import { hashValue } from '../../tool-schemas/hash-value.ts'
import { findReferred, toOfferedSchema } from '../../tool-schemas/offered-schema.ts'

const methods = new Map<string, WebApiMethod>([
  ['get', 'GET'],
  ['head', 'HEAD'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
])
const nameLengthMax = 128
const titleLengthMax = 80
/**
 * Maximum length of an operation's description in characters, about 500 tokens. Descriptions are
 * sent with every question.
 */
const descriptionLengthMax = 2_000
const schemaLengthMax = 16_000
/** Nesting depths to which a schema is cut, tried until the schema is short enough. */
const depths = [12, 8, 6, 5, 4, 3]
const paramsMax = 100
const referenceHopsMax = 10

type ListedOperation = { name: string; definition: ToolDefinition }
type OddOperation = { name: string; problem: string }

export type ReadOperations = { listed: ListedOperation[]; odd: OddOperation[] }

/**
 * Reads all operations of a document. Operations that cannot be used as tools are listed in `odd`.
 */
export function readOperations(document: Fields): ReadOperations {
  const found = listOperations(document)
  const ids = new Map<string, number>()
  for (const { id } of found) ids.set(id, (ids.get(id) ?? 0) + 1)
  const taken = new Set<string>()
  const listed: ListedOperation[] = []
  const odd: OddOperation[] = []
  for (const one of found) {
    const isUnique = one.id !== '' && ids.get(one.id) === 1
    const name = isUnique ? one.id : toPlainName(`${one.verb}_${one.path}`)
    const label = `${one.method} ${cutText(storable(one.path), 200)}`
    if (listed.length >= webApiOperationsMax) {
      odd.push({
        name: label,
        problem: `An API has at most ${webApiOperationsMax} operations here.`,
      })
      if (odd.length > webApiOperationsMax) break
      continue
    }
    const tool = taken.has(name)
      ? 'Another operation has the same method and path.'
      : readOperation(document, { ...one, name })
    if (typeof tool === 'string') odd.push({ name: label, problem: tool })
    else {
      taken.add(name)
      listed.push(tool)
    }
  }
  return { listed, odd }
}

type FoundOperation = {
  method: WebApiMethod
  verb: string
  path: string
  operation: Fields
  id: string
  item: Fields
}

const listOperations = (document: Fields): FoundOperation[] =>
  Object.entries(asRecord(document['paths'])).flatMap(([path, given]) => {
    const item = resolve(document, given)
    if (!item || !path.startsWith('/')) return []
    return Object.entries(item).flatMap(([verb, operation]) => {
      const method = methods.get(verb.toLowerCase())
      if (!method || !isRecord(operation)) return []
      const id = toPlainName(asString(operation['operationId']))
      return [{ method, verb: verb.toLowerCase(), path, operation, id, item }]
    })
  })

const toPlainName = (name: string): string =>
  name
    .replaceAll(/[^\x21-\x7e]+/g, '_')
    .replaceAll(/[{}]+/g, '')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, nameLengthMax)

/** @returns the tool, or the reason why the operation cannot be a tool. */
function readOperation(
  document: Fields,
  { name, method, path, operation, item }: FoundOperation & { name: string },
): ListedOperation | string {
  if (asList(operation['servers'] ?? item['servers']).length > 0)
    return 'It is on another server than the rest of the API.'
  const given = listParams(document, item, operation)
  if (typeof given === 'string') return given
  const read = given.params.map((param) => readParam(document, param))
  const problem = read.find((one) => typeof one === 'string')
  if (problem !== undefined) return problem
  const params = read.filter((one) => typeof one !== 'string')
  const missing = findMissingPathParam(path, params)
  if (missing !== undefined) return `The document does not describe “{${missing}}” of its path.`
  const body =
    document['swagger'] === undefined
      ? readBody(document, operation['requestBody'])
      : readSwaggerBody(document, { ...given, operation })
  if (typeof body === 'string') return body
  const args = nameArguments(params, body)
  const parameters = toParameters(document, args)
  if (!parameters)
    return `The schema of its arguments is longer than ${schemaLengthMax} characters.`
  const request: OperationRequest = {
    method,
    path,
    params: args.params.map(withoutSchema),
    ...(args.body && { body: withoutSchema(args.body) }),
  }
  const { summary, description } = operation
  const title = asString(summary) || toLine(asString(description)) || name
  const words = [`${method} ${path}`, asString(summary), asString(description)]
  const said = {
    title: cutText(toLine(title), titleLengthMax),
    description: cutText(
      [...new Set(words.map((text) => storable(text).trim()))].filter(Boolean).join('\n'),
      descriptionLengthMax,
    ),
    parameters: storedJson(parameters),
    request: storedJson(request),
  }
  return { name, definition: { ...said, hash: hashValue({ name, ...said }) } }
}

const toLine = (text: string): string => storable(text).replaceAll(/\s+/g, ' ').trim()

function withoutSchema<Part extends { schema: Fields }>(part: Part): Omit<Part, 'schema'> {
  const { schema: _, ...rest } = part
  return rest
}

/**
 * Follows references inside the document.
 * @returns undefined for a reference to another file or to a missing value.
 */
function resolve(document: Fields, value: unknown): Fields | undefined {
  let found = value
  for (let hops = 0; hops < referenceHopsMax; hops++) {
    if (!isRecord(found)) return undefined
    const { $ref: ref } = found
    if (typeof ref !== 'string') return found
    if (!ref.startsWith('#')) return undefined
    found = findReferred(document, ref)
  }
  return undefined
}

type GivenParams = { params: Fields[]; formData: Fields[]; inBody: Fields | undefined }

/**
 * Lists the params of the path and of the operation. A param of the operation replaces a path's
 * param of the same name.
 */
function listParams(document: Fields, item: Fields, operation: Fields): GivenParams | string {
  const byPlace = new Map<string, Fields>()
  for (const given of [...asList(item['parameters']), ...asList(operation['parameters'])]) {
    const param = resolve(document, given)
    if (!param) return 'The description of a parameter is in another file, or is missing.'
    byPlace.set(`${asString(param['in'])} ${asString(param['name'])}`, param)
  }
  const all = [...byPlace.values()]
  if (all.length > paramsMax) return `It has more than ${paramsMax} parameters.`
  return {
    params: all.filter(({ in: place }) => place !== 'body' && place !== 'formData'),
    formData: all.filter(({ in: place }) => place === 'formData'),
    inBody: all.find(({ in: place }) => place === 'body'),
  }
}

type DescribedParam = RequestParam & { schema: Fields }
type DescribedBody = RequestBody & { schema: Fields }

/** Headers that the format reserves or that this server sets. Their descriptions are ignored. */
const ignoredHeaders = /^(?:accept|content-.*|authorization|host|connection|cookie|user-agent)$/i

function readParam(document: Fields, param: Fields): DescribedParam | string {
  const { name, in: place, description } = param
  if (typeof name !== 'string' || name === '') return 'A parameter has no name.'
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie')
    return `The place of the parameter “${cutText(name, 50)}” is unknown.`
  const style = asString(param['style'])
  if (style === 'matrix' || style === 'label')
    return `The parameter “${cutText(name, 50)}” uses the style “${style}”, which is not supported.`
  const content = Object.values(asRecord(param['content']))[0]
  const schema = isRecord(content)
    ? asRecord(content['schema'])
    : isRecord(param['schema'])
      ? param['schema']
      : toSwaggerSchema(param)
  return {
    arg: name,
    name,
    in: place,
    isRequired: place === 'path' || param['required'] === true,
    style: isRecord(content) ? 'json' : readStyle(document, { param, schema, place }),
    schema: withDescription(schema, description),
  }
}

const withDescription = (schema: Fields, description: unknown): Fields =>
  typeof description === 'string' && description !== ''
    ? { ...schema, description: cutText(description, 500) }
    : schema

const schemaFields = new Set(
  'type format items enum default minimum maximum minLength maxLength pattern minItems maxItems'.split(
    ' ',
  ),
)

const toSwaggerSchema = (param: Fields): Fields =>
  Object.fromEntries(Object.entries(param).filter(([field]) => schemaFields.has(field)))

function readStyle(
  document: Fields,
  { param, schema, place }: { param: Fields; schema: Fields; place: string },
): RequestParam['style'] {
  const { style, explode, collectionFormat } = param
  if (style === 'deepObject') return 'deep'
  if (style === 'spaceDelimited' || collectionFormat === 'ssv') return 'space'
  if (style === 'pipeDelimited' || collectionFormat === 'pipes') return 'pipe'
  if (collectionFormat === 'multi') return 'repeat'
  if (document['swagger'] !== undefined) return 'comma'
  if (place === 'query' || place === 'cookie') return explode === false ? 'comma' : 'repeat'
  return resolve(document, schema)?.['type'] === 'object' && explode === true ? 'json' : 'comma'
}

function findMissingPathParam(path: string, params: readonly DescribedParam[]): string | undefined {
  const known = new Set(params.flatMap((param) => (param.in === 'path' ? [param.name] : [])))
  return [...path.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !known.has(name))
}

/** @returns undefined if there is no body, or the reason why the body cannot be sent. */
function readBody(document: Fields, given: unknown): DescribedBody | string | undefined {
  if (given === undefined) return undefined
  const body = resolve(document, given)
  if (!body) return 'The description of its body is in another file, or is missing.'
  const isRequired = body['required'] === true
  const forms = Object.entries(asRecord(body['content'])).flatMap(([mediaType, media]) => {
    const form = toForm(mediaType)
    return form === undefined
      ? []
      : [{ mediaType, form, schema: asRecord(asRecord(media)['schema']) }]
  })
  const [best] = forms.toSorted((a, b) => order.indexOf(a.form) - order.indexOf(b.form))
  if (!best) return isRequired ? unsupportedBody(Object.keys(asRecord(body['content']))) : undefined
  if (best.form === 'multipart' && needsFile(document, best.schema)) return fileBody
  const mediaType = best.mediaType.includes('*') ? 'application/json' : best.mediaType
  return { ...best, mediaType, arg: 'body', isRequired }
}

const order: RequestBody['form'][] = ['json', 'urlencoded', 'multipart', 'text']
const fileBody = 'It sends a file, which is not supported.'

const unsupportedBody = (types: readonly string[]): string =>
  types.length === 0
    ? 'The document does not describe its body.'
    : `Its body is of the type ${cutText(types.join(', '), 100)}, which is not supported.`

function toForm(mediaType: string): RequestBody['form'] | undefined {
  const type = mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^(?:application|text|\*)\/(?:.*\+)?json$/.test(type) || type === '*/*') return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded'
  if (type === 'multipart/form-data') return 'multipart'
  return type.startsWith('text/') ? 'text' : undefined
}

function needsFile(document: Fields, given: Fields): boolean {
  const schema = resolve(document, given) ?? {}
  const required = new Set(asList(schema['required']))
  return Object.entries(asRecord(schema['properties'])).some(
    ([name, property]) =>
      required.has(name) && asRecord(resolve(document, property))['format'] === 'binary',
  )
}

function readSwaggerBody(
  document: Fields,
  { formData, inBody, operation }: GivenParams & { operation: Fields },
): DescribedBody | string | undefined {
  const consumes = asList(operation['consumes'] ?? document['consumes']).map(asString)
  if (inBody) {
    const form = consumes.map(toForm).find((one) => one === 'json')
    if (consumes.length > 0 && !form) return unsupportedBody(consumes)
    const schema = withDescription(asRecord(inBody['schema']), inBody['description'])
    const isRequired = inBody['required'] === true
    return { arg: 'body', isRequired, form: 'json', mediaType: 'application/json', schema }
  }
  if (formData.length === 0) return undefined
  if (formData.some(({ type, required }) => type === 'file' && required === true)) return fileBody
  const properties: Fields = {}
  for (const param of formData)
    if (param['type'] !== 'file')
      setOwn(
        properties,
        asString(param['name']),
        withDescription(toSwaggerSchema(param), param['description']),
      )
  const required = formData.filter((param) => param['required'] === true).map(({ name }) => name)
  const form = consumes.includes('multipart/form-data') ? 'multipart' : 'urlencoded'
  return {
    arg: 'body',
    isRequired: required.length > 0,
    form,
    mediaType: form === 'multipart' ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    schema: { type: 'object', properties, required },
  }
}

type Arguments = { params: DescribedParam[]; body: DescribedBody | undefined }

function nameArguments(
  params: readonly DescribedParam[],
  body: DescribedBody | undefined,
): Arguments {
  const taken = new Set<string>()
  const take = (wanted: string, place: string) => {
    const plain =
      wanted
        .replaceAll(/[^\w.-]+/g, '_')
        .replaceAll(/^_+|(?<!_)_+$/g, '')
        .slice(0, 60) || place
    let name = plain
    if (taken.has(name)) name = `${plain}_${place}`
    for (let number = 2; taken.has(name); number++) name = `${plain}_${number}`
    taken.add(name)
    return name
  }
  return {
    params: params
      .filter((param) => param.in !== 'header' || !ignoredHeaders.test(param.name))
      .map((param) => ({ ...param, arg: take(param.name, param.in) })),
    body: body && { ...body, arg: take('body', 'body') },
  }
}

/**
 * Returns the schema of the arguments without references. Nested parts accept any value if the
 * schema is too long.
 * @returns undefined if the schema is too long even then.
 */
function toParameters(document: Fields, { params, body }: Arguments): Fields | undefined {
  const properties: Fields = {}
  const all = [...params, ...(body ? [body] : [])]
  for (const { arg, schema } of all) setOwn(properties, arg, schema)
  const required = all.filter(({ isRequired }) => isRequired).map(({ arg }) => arg)
  const schema = { type: 'object', properties, required }
  for (const depthMax of depths) {
    const offered = toOfferedSchema(schema, { root: document, depthMax })
    if (JSON.stringify(offered).length <= schemaLengthMax) return offered
  }
  return undefined
}
