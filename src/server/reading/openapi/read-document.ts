import type { WebApiAuth } from '#contract/web-apis.ts'
import { cutText } from '#lib/cut-text.ts'
import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { trimSlashes } from '#lib/trim-slashes.ts'
import { storable } from '../../store/storable.ts'
import { parseOpenApiDocument, readFormatVersion } from './parse-document.ts'
import { readOperations, type ReadOperations } from './read-operations.ts'

export type ReadDocument = ReadOperations & {
  format: string
  /**
   * Address of the API. Undefined if the document names only a relative server, and the document's
   * own address is unknown.
   */
  baseAddress?: string
  /** How requests send the API key: the first method in the document that this server supports. */
  auth?: WebApiAuth
}

/**
 * Reads an OpenAPI document of any version.
 * @param address the document's own address, to which relative servers refer.
 * @throws {HttpError} `bad_document`.
 */
export function readOpenApiDocument(text: string, address?: string): ReadDocument {
  const document = parseOpenApiDocument(text)
  const isSwagger = document['swagger'] !== undefined
  const version = cutText(readFormatVersion(document), 20)
  const base = isSwagger ? getSwaggerBase(document, address) : getBase(document, address)
  const auth = findAuth(document)
  return {
    format: `${isSwagger ? 'Swagger' : 'OpenAPI'} ${storable(version)}`,
    ...(base !== undefined && { baseAddress: base }),
    ...(auth && { auth }),
    ...readOperations(document),
  }
}

function getBase(document: Fields, address: string | undefined): string | undefined {
  const server = asList(document['servers']).map(asRecord)[0]
  const variables = asRecord(server?.['variables'])
  const url = asString(server?.['url']).replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const { default: value } = asRecord(new Map(Object.entries(variables)).get(name))
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })
  return toBase(url || '/', address)
}

function getSwaggerBase(document: Fields, address: string | undefined): string | undefined {
  const { host, basePath, schemes } = document
  const own = address === undefined ? undefined : new URL(address)
  const listed = asList(schemes)
  const scheme = listed.includes('https') || listed.length === 0 ? 'https' : 'http'
  const path = asString(basePath) || '/'
  return typeof host === 'string' ? toBase(`${scheme}://${host}${path}`) : toBase(path, own?.href)
}

function toBase(url: string, address?: string): string | undefined {
  if (url.includes('{') || !URL.canParse(url, address)) return undefined
  const { protocol, username, origin, pathname } = new URL(url, address)
  if (!/^https?:$/.test(protocol) || username !== '') return undefined
  return trimSlashes(`${origin}${pathname}`).slice(0, 500)
}

function findAuth(document: Fields): WebApiAuth | undefined {
  const schemes = asRecord(
    document['securityDefinitions'] ?? asRecord(document['components'])['securitySchemes'],
  )
  const byName = new Map(Object.entries(schemes))
  const wanted = asList(document['security']).flatMap((one) => Object.keys(asRecord(one)))
  return [...wanted.map((name) => byName.get(name)), ...byName.values()]
    .filter(isRecord)
    .map(toAuth)
    .find((auth) => auth !== undefined)
}

function toAuth({ type, scheme, in: place, name }: Fields): WebApiAuth | undefined {
  if (type === 'apiKey' && typeof name === 'string' && /^[\w.-]{1,100}$/.test(name)) {
    if (place === 'header' || place === 'query') return { kind: place, name }
  }
  const word = asString(scheme).toLowerCase()
  if (type === 'basic' || (type === 'http' && word === 'basic')) return { kind: 'basic' }
  if (type === 'oauth2' || type === 'openIdConnect' || word === 'bearer') return { kind: 'bearer' }
  return undefined
}
