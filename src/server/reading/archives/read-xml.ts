import { isUtf8 } from 'node:buffer'
import { Parser } from 'htmlparser2'
import { detectEncoding } from '#lib/encodings/detect-encoding.ts'
import { ownValue } from '#lib/own-value.ts'

/** Receives the contents of an XML file in order. Names have no namespace prefix. */
export type XmlHandler = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

type XmlOptions = {
  /** Returns whether the rest of the file can be skipped. Called between pieces of the file. */
  isEnough?: () => boolean
  isHtml?: boolean
}

const pieceBytes = 64 * 1024
/**
 * Maximum nesting depth, deeper than any program writes. Each level costs the parser time at every
 * tag.
 */
const depthMax = 500

/**
 * Parses XML or HTML in pieces, even if the file is malformed. External entities are never loaded,
 * and documents cannot declare entities.
 */
export function readXml(
  bytes: Uint8Array,
  { open, close, text }: XmlHandler,
  { isEnough = () => false, isHtml = false }: XmlOptions = {},
): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++
        open?.(localName(name), attributes)
      },
      onclosetag(name) {
        depth--
        close?.(localName(name))
      },
      ...(text && { ontext: text }),
    },
    // Self-closing tags are recognised, because books use XHTML.
    { xmlMode: !isHtml, recognizeSelfClosing: true },
  )
  const decoder = isUtf8(bytes) ? new TextDecoder() : decoderFor(bytes)
  const isOver = () => depth > depthMax || isEnough()
  for (let at = 0; at < bytes.length && !isOver(); at += pieceBytes) {
    parser.write(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }))
  }
  parser.end()
}

/**
 * Creates a decoder for the encoding of an XML file. Some programs write UTF-16, and old books have
 * the encoding of their language.
 */
function decoderFor(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const { encoding } = detectEncoding(bytes)
  // `TextDecoder` does not decode these encodings, in which no program writes XML.
  const isOther = encoding.startsWith('utf-32') || encoding === 'ibm850'
  return new TextDecoder(isOther ? 'utf-8' : encoding)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Returns an attribute with or without its namespace prefix. */
export const attribute = (
  attributes: Readonly<Record<string, string>>,
  name: string,
): string | undefined =>
  ownValue(attributes, name) ??
  Object.entries(attributes).find(([whole]) => whole.endsWith(`:${name}`))?.[1]
