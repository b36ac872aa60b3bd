import { UnworkableModelError } from '../../unworkable-model-error.ts'

/** A node of an FBX: `Name: value, value { … }`. */
export type FbxNode = { name: string; values: FbxValue[]; children: FbxNode[] }
export type FbxValue = string | number

const binaryMagic = 'Kaydara FBX Binary'
const headerBytes = 27
const nestingMax = 64

/** Reads all nodes of an FBX 6, binary or text. @throws {UnworkableModelError} if it is damaged. */
export function readFbxNodes(bytes: Uint8Array): FbxNode[] {
  const latin = new TextDecoder('latin1')
  const isBinary = latin.decode(bytes.subarray(0, binaryMagic.length)) === binaryMagic
  try {
    return isBinary ? readBinary(bytes) : readText(new TextDecoder().decode(bytes))
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw damaged(cause)
  }
}

const damaged = (cause?: unknown) =>
  new UnworkableModelError('This FBX is damaged: its contents cannot be read.', { cause })

function readBinary(bytes: Uint8Array): FbxNode[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = new TextDecoder()
  const textAt = (at: number, length: number) => text.decode(bytes.subarray(at, at + length))
  const readValue = (at: number): { value: FbxValue; next: number } => {
    const type = String.fromCharCode(view.getUint8(at))
    const start = at + 1
    switch (type) {
      case 'Y':
        return { value: view.getInt16(start, true), next: start + 2 }
      case 'C':
        return { value: view.getUint8(start), next: start + 1 }
      case 'I':
        return { value: view.getInt32(start, true), next: start + 4 }
      case 'F':
        return { value: view.getFloat32(start, true), next: start + 4 }
      case 'D':
        return { value: view.getFloat64(start, true), next: start + 8 }
      case 'L':
        return { value: Number(view.getBigInt64(start, true)), next: start + 8 }
      case 'S':
      case 'R': {
        const length = view.getUint32(start, true)
        const value = type === 'S' ? textAt(start + 4, length) : ''
        return { value, next: start + 4 + length }
      }
      default:
        throw damaged()
    }
  }
  const readNode = (at: number, depth: number): { node?: FbxNode; next: number } => {
    const end = view.getUint32(at, true)
    if (end === 0) return { next: at + 13 }
    if (depth > nestingMax || end <= at || end > bytes.byteLength) throw damaged()
    const nameLength = view.getUint8(at + 12)
    const node: FbxNode = { name: textAt(at + 13, nameLength), values: [], children: [] }
    let next = at + 13 + nameLength
    for (let left = view.getUint32(at + 4, true); left > 0; left--) {
      const read = readValue(next)
      node.values.push(read.value)
      next = read.next
    }
    while (next < end) {
      const read = readNode(next, depth + 1)
      if (read.node) node.children.push(read.node)
      next = read.next
    }
    return { node, next: end }
  }
  const nodes: FbxNode[] = []
  for (let at = headerBytes; at < bytes.byteLength - 13;) {
    const { node, next } = readNode(at, 0)
    if (!node) break
    nodes.push(node)
    at = next
  }
  return nodes
}

/**
 * Tokens of a text FBX: a comment, a string, the name of a node, a brace, or a number or word.
 * Commas are ignored.
 */
const tokens = /;[^\n]*|"([^"]*)"|([A-Za-z_][\w|.-]*):(?=[\s"]|$)|([{}])|([^\s,{}";]+)/gm

function readText(text: string): FbxNode[] {
  const root: FbxNode = { name: '', values: [], children: [] }
  const open: FbxNode[] = [root]
  let node: FbxNode | undefined
  for (const [, quoted, name, brace, word] of text.matchAll(tokens)) {
    if (name !== undefined) {
      node = { name, values: [], children: [] }
      open.at(-1)?.children.push(node)
    } else if (brace === '{' && node) {
      open.push(node)
      if (open.length > nestingMax) throw damaged()
    } else if (brace === '}') {
      open.pop()
      node = undefined
    } else if (quoted !== undefined) node?.values.push(quoted)
    else if (word !== undefined) node?.values.push(Number.isNaN(Number(word)) ? word : Number(word))
  }
  return root.children
}

export const findChild = (node: FbxNode | undefined, name: string): FbxNode | undefined =>
  node?.children.find((one) => one.name === name)

export const getNumbers = (node: FbxNode | undefined): number[] =>
  (node?.values ?? []).filter((value): value is number => typeof value === 'number')

export const getText = (node: FbxNode | undefined): string => String(node?.values[0] ?? '')
