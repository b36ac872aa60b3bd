import { HttpError } from '../../errors/http-error.ts'

/** Part of a form. `start` and `end` are the byte range of its content in the body. */
export type FormPart = { name: string; isFile: boolean; start: number; end: number }

/** Maximum number of parts of a form. A usual request has one or two files and a dozen fields. */
const partsMax = 64
const headBytesMax = 4 * 1024
const lineEnd = '\r\n'

/**
 * Finds the parts of a `multipart/form-data` body without copying them, because audio files have
 * tens of megabytes.
 * @throws {HttpError} `bad_request` if the body is not such a form.
 */
export function readFormParts(body: Buffer, contentType: string): FormPart[] {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined) throw notAForm('has no boundary in its Content-Type')
  const delimiter = `--${mark}`
  const parts: FormPart[] = []
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const from = at + delimiter.length
    if (body.toString('latin1', from, from + 2) === '--') return parts
    if (parts.length >= partsMax) throw notAForm(`has more than ${partsMax} parts`)
    const headEnd = body.indexOf(lineEnd + lineEnd, from)
    const next = body.indexOf(lineEnd + delimiter, Math.max(headEnd, from))
    if (headEnd < 0 || next < 0 || headEnd - from > headBytesMax) break
    parts.push(toPart(body.toString('utf8', from, headEnd), { start: headEnd + 4, end: next }))
    at = next + lineEnd.length
  }
  throw notAForm('is not a whole form')
}

const fileName = /;\s*filename\*?=(?:"(?:[^"\\]|\\.)*"|[^\s;"]+)/gi

/**
 * Rejects unusual notations of a part's header, because a service could read them differently, for
 * example as a second name.
 */
function toPart(head: string, place: { start: number; end: number }): FormPart {
  const [line = '', ...others] = head
    .split(/[\r\n]+/)
    .filter((one) => /^content-disposition/i.test(one))
  const rest = line.replaceAll(fileName, '')
  const name = /^content-disposition:\s*form-data\s*;\s*name="([^"\\]{0,200})"\s*;?\s*$/i.exec(
    rest,
  )?.[1]
  if (name === undefined || others.length > 0) {
    throw notAForm('has a part without exactly one name')
  }
  return { name, isFile: rest !== line, ...place }
}

const notAForm = (why: string) =>
  new HttpError('bad_request', `The multipart/form-data body ${why}.`)

export const withPart = (body: Buffer, { start, end }: FormPart, content: string): Buffer =>
  Buffer.concat([body.subarray(0, start), Buffer.from(content), body.subarray(end)])
