import { createDamageError, type FbxFile, type FbxNode, type FbxValue } from './fbx-node.ts'

const nestingMax = 64
const oldestVersion = 2000

/** Tokens of a text FBX: a comment, a string, the name of a node, a brace, or a number or word. */
const tokens = /;[^\n]*|"([^"]*)"|([A-Za-z_][\w|.-]*):|([{}])|([^\s,{}";]+)/g

/**
 * Reads a text FBX.
 * @throws {UnworkableModelError} if the bytes are no text FBX.
 */
export function readFbxText(bytes: Uint8Array): FbxFile {
  const text = new TextDecoder().decode(bytes)
  const stated = /FBXVersion:\s*(\d{4,5})/.exec(text.slice(0, 65_536))?.[1]
  const nodes = readNodes(text)
  const version = Number(
    stated ?? /^;\s*FBX\s+(\d)\.(\d)/.exec(text)?.slice(1).join('').concat('00'),
  )
  if (!(version >= oldestVersion) || nodes.length === 0) throw createDamageError()
  return { version, nodes }
}

function readNodes(text: string): FbxNode[] {
  const root: FbxNode = { name: '', values: [], children: [] }
  const open: FbxNode[] = [root]
  let node: FbxNode | undefined
  for (const [, quoted, name, brace, word] of text.matchAll(tokens)) {
    if (name !== undefined) {
      node = { name, values: [], children: [] }
      open.at(-1)?.children.push(node)
    } else if (brace === '{' && node) {
      open.push(node)
      if (open.length > nestingMax) throw createDamageError()
    } else if (brace === '}') {
      if (open.length > 1) open.pop()
      node = undefined
    } else if (quoted !== undefined) node?.values.push(unescape(quoted))
    else if (word !== undefined) node?.values.push(toValue(word))
  }
  return root.children
}

const unescape = (text: string): string =>
  text.includes('&')
    ? text.replaceAll('&quot;', '"').replaceAll('&cr;', '\r').replaceAll('&lf;', '\n')
    : text

/** Returns a word as a number if possible. Invalid numbers such as `-1.#IND` become 0. */
function toValue(word: string): FbxValue {
  if (/^-?\d{16,}$/.test(word)) return Number.isSafeInteger(Number(word)) ? Number(word) : word
  const number = Number(word)
  if (!Number.isNaN(number)) return Number.isFinite(number) ? number : 0
  return /^[-+]?(?:nan|inf|\d*\.?#)/i.test(word) || /^[-+]?\d+\.#/.test(word) ? 0 : word
}
