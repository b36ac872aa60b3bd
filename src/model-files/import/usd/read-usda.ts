import { asRecord, isList } from '#lib/fields.ts'
import { specTypes, type UsdSpecs } from './usd-layer.ts'
import { UsdaScanner } from './usda-scanner.ts'

/** Maximum nesting of prims (objects of a USD scene), because the reader is recursive. */
const depthMax = 256
const listEdits = new Set(['add', 'append', 'prepend', 'delete', 'reorder'])
const arcs = new Map([
  ['references', 'references'],
  ['payload', 'payload'],
  ['subLayers', 'subLayers'],
  ['inherits', 'inheritPaths'],
  ['specializes', 'specializes'],
])
const numeric =
  /^(?:half|float|double|int|uint|int64|uint64|uchar|matrix|quat|color|point|normal|vector|texCoord|frame|timecode)/

/** Reads a USDA text as specs in the same form as three.js' specs from binary layers. */
export function readUsda(text: string): UsdSpecs {
  const scanner = new UsdaScanner(text.replace(/^\uFEFF/, ''))
  const specs: UsdSpecs = {}
  const fields: Record<string, unknown> = {}
  specs['/'] = { specType: specTypes.prim, fields }
  if (scanner.peek() === '(') readMetadata(scanner, fields)
  const reader = new PrimReader(scanner, specs)
  while (!scanner.isAtEnd) reader.readPrim('', 0)
  inferElementSizes(specs)
  return specs
}

class PrimReader {
  readonly #scanner: UsdaScanner
  readonly #specs: UsdSpecs

  constructor(scanner: UsdaScanner, specs: UsdSpecs) {
    this.#scanner = scanner
    this.#specs = specs
  }

  readPrim(parent: string, depth: number): void {
    const scanner = this.#scanner
    const specifier = scanner.takeWord() ?? scanner.fail()
    if (specifier === 'reorder') {
      scanner.takeMatch(/\w+\s*=/y)
      scanner.takeValue()
      return
    }
    this.#readPrimOf(parent, specifier, depth)
  }

  #readBody(path: string, fields: Record<string, unknown>, depth: number): void {
    const scanner = this.#scanner
    while (!scanner.take('}')) {
      if (scanner.isAtEnd) scanner.fail()
      const word = scanner.takeMatch(/(?:def|over|class|variantSet|reorder)\b(?=\s)/y)
      if (word === 'variantSet') this.#readVariantSet(path, depth)
      else if (word === 'reorder') {
        scanner.takeMatch(/[\w.:[\]\s]+=/y)
        scanner.takeValue()
      } else if (word === undefined) this.#readProperty(path, fields)
      else this.#readPrimOf(path, word, depth)
    }
  }

  #readPrimOf(parent: string, specifier: string, depth: number): void {
    const scanner = this.#scanner
    if (depth > depthMax) scanner.fail()
    const typeName = scanner.takeWord() ?? ''
    const name = scanner.takeString() ?? scanner.fail()
    const fields: Record<string, unknown> = { specifier, typeName }
    const path = `${parent}/${name}`
    this.#specs[path] = { specType: specTypes.prim, fields }
    if (scanner.peek() === '(') readMetadata(scanner, fields)
    scanner.expect('{')
    this.#readBody(path, fields, depth + 1)
  }

  #readVariantSet(path: string, depth: number): void {
    const scanner = this.#scanner
    const set = scanner.takeString() ?? scanner.fail()
    scanner.expect('=')
    scanner.expect('{')
    while (!scanner.take('}')) {
      const variant = scanner.takeString() ?? scanner.fail()
      const fields: Record<string, unknown> = {}
      const place = `${path}/{${set}=${variant}}`
      this.#specs[place] = { specType: specTypes.variant, fields }
      if (scanner.peek() === '(') readMetadata(scanner, fields)
      scanner.expect('{')
      if (depth > depthMax) scanner.fail()
      this.#readBody(place, fields, depth + 1)
    }
  }

  #readProperty(prim: string, primFields: Record<string, unknown>): void {
    const scanner = this.#scanner
    // A property without a value ends at the line end.
    const words = (scanner.takeMatch(/[\p{L}_][\p{L}\p{N}_:.[\] \t]*/uy) ?? scanner.fail())
      .trim()
      .split(/\s+/)
    const stated = words.pop() ?? scanner.fail()
    const [, name = stated, kind] = /^(.*?)(?:\.(timeSamples|connect|spline))?$/s.exec(stated) ?? []
    const type = words.at(-1) ?? ''
    const path = `${prim}.${name}`
    const isRelation = type === 'rel'
    const known = this.#specs[path]?.fields
    const fields: Record<string, unknown> = known ?? (isRelation ? {} : { typeName: type })
    this.#specs[path] = {
      specType: isRelation ? specTypes.relationship : specTypes.attribute,
      fields,
    }
    const isDeletion = words.includes('delete') || words.includes('reorder')
    if (scanner.take('=')) {
      const value = readTyped(scanner, kind === undefined && !isRelation ? type : '')
      if (isDeletion) return
      if (isRelation) fields['targetPaths'] = [value].flat()
      else if (kind === 'connect') fields['connectionPaths'] = [value].flat()
      else if (kind === 'timeSamples') fields['timeSamples'] = toSamples(asRecord(value), type)
      else if (kind === undefined) fields['default'] = value
    }
    if (name === 'xformOpOrder') primFields['xformOpOrder'] = fields['default']
    if (scanner.peek() === '(') readMetadata(scanner, fields)
  }
}

function readTyped(scanner: UsdaScanner, type: string): unknown {
  const isNumeric = numeric.test(type)
  const next = scanner.peek()
  if (isNumeric && (next === '[' || next === '(')) return toTyped(scanner.takeNumbers(), type)
  return toTyped(scanner.takeValue(), type)
}

function toTyped(value: unknown, type: string): unknown {
  if (type.startsWith('asset') && typeof value === 'object' && value !== null) {
    return Array.isArray(value)
      ? value.map((one) => toTyped(one, 'asset'))
      : asRecord(value)['file']
  }
  if (!isList(value) || !type.startsWith('quat')) return value
  return value.map((_, at) => value[at % 4 === 3 ? at - 3 : at + 1])
}

function toSamples(samples: Record<string, unknown>, type: string) {
  const sorted = Object.entries(samples)
    .map(([time, value]): [number, unknown] => [
      Number(time),
      toTyped(numeric.test(type) && Array.isArray(value) ? value.flat(3) : value, type),
    ])
    .filter(([time, value]) => Number.isFinite(time) && value !== undefined)
    .toSorted(([a], [b]) => a - b)
  return { times: sorted.map(([time]) => time), values: sorted.map(([, value]) => value) }
}

function readMetadata(scanner: UsdaScanner, fields: Record<string, unknown>): void {
  scanner.expect('(')
  while (!scanner.take(')')) {
    if (scanner.isAtEnd) scanner.fail()
    // A string without a key is a comment.
    if (scanner.takeString() !== undefined) continue
    let key = scanner.takeWord() ?? scanner.fail()
    let edit: string | undefined
    if (listEdits.has(key)) {
      edit = key
      key = scanner.takeWord() ?? scanner.fail()
    }
    // A few keys of prims have a type before the value.
    if (scanner.peek() !== '=') key = scanner.takeWord() ?? scanner.fail()
    scanner.expect('=')
    const value = scanner.takeValue()
    if (edit === 'delete' || edit === 'reorder') continue
    const arc = arcs.get(key)
    if (key === 'variants') fields['variantSelection'] = value
    else if (arc === undefined) fields[key] = value
    else {
      const list = [value].flat(2).filter((one) => one !== undefined)
      const before = Array.isArray(fields[arc]) && edit !== undefined ? fields[arc] : []
      fields[arc] = [...before, ...list].map((one) => toArc(one, arc))
    }
  }
}

const toArc = (value: unknown, field: string): unknown =>
  typeof value === 'string' && (field === 'references' || field === 'payload')
    ? { file: '', prim: value }
    : value

function inferElementSizes(specs: UsdSpecs): void {
  for (const [path, { fields }] of Object.entries(specs)) {
    if (!/\.primvars:skel:joint(?:Indices|Weights)$/.test(path)) continue
    const points = specs[`${path.slice(0, path.lastIndexOf('.'))}.points`]?.fields['default']
    const list = fields['default']
    if (fields['elementSize'] !== undefined || !Array.isArray(points) || !Array.isArray(list)) {
      continue
    }
    const size = list.length / (points.length / 3)
    if (Number.isInteger(size) && size > 0) fields['elementSize'] = size
  }
}
