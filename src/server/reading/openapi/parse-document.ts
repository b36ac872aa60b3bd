import { load } from 'js-yaml'
import { asString, isRecord, type Fields } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'

/**
 * Parses an OpenAPI document in JSON or YAML.
 * @throws {HttpError} `bad_document` for other texts.
 */
export function parseOpenApiDocument(text: string): Fields {
  const document = parseText(text.trim())
  const version = isRecord(document) ? readFormatVersion(document) : ''
  if (!isRecord(document) || version === '') {
    throw new HttpError(
      'bad_document',
      'This is not an OpenAPI document. Choose a JSON or YAML file that has “openapi” or “swagger” at its top.',
    )
  }
  if (!/^(?:3\.|2\.0|2$)/.test(version)) {
    throw new HttpError(
      'bad_document',
      `Its version is ${version.slice(0, 20)}. Use a document of OpenAPI 3 or Swagger 2.0.`,
    )
  }
  return document
}

/** Returns the version, which may be a number in YAML. Empty without a version. */
export function readFormatVersion({ openapi, swagger }: Fields): string {
  const version = openapi ?? swagger
  return typeof version === 'number' ? version.toFixed(1) : asString(version)
}

function parseText(text: string): unknown {
  if (text.startsWith('{')) {
    try {
      return JSON.parse(text)
    } catch {}
  }
  if (text.startsWith('<')) {
    throw new HttpError(
      'bad_document',
      'This is a web page, not an OpenAPI document. Use the address of the JSON or YAML file itself.',
    )
  }
  try {
    return load(text, { json: true, maxDepth: 200, maxAliases: 10_000 })
  } catch (cause) {
    const [line = ''] = cause instanceof Error ? cause.message.split('\n') : []
    throw new HttpError('bad_document', `This is neither JSON nor YAML: ${line.slice(0, 200)}`, {
      cause,
    })
  }
}
