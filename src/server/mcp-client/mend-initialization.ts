import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'

/**
 * Converts the answer to `initialize` to the format that the SDK requires.
 * @param requestedVersion replaces an unknown version of the protocol, because most such servers
 * are compatible.
 */
export function mendInitialization(result: Fields, requestedVersion: string): Fields {
  const { serverInfo, capabilities, instructions, protocolVersion, ...rest } = result
  const { name, version, ...about } = isRecord(serverInfo) ? serverInfo : { name: serverInfo }
  return {
    ...rest,
    protocolVersion: knownVersions.has(asString(protocolVersion))
      ? protocolVersion
      : requestedVersion,
    capabilities: mendCapabilities(capabilities),
    serverInfo: { ...withoutNull(about), name: toText(name), version: toText(version) },
    ...(typeof instructions === 'string' && { instructions }),
  }
}

/** Protocol versions whose answer to `initialize` needs no change. */
const knownVersions = new Set([
  '2024-10-07',
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
])

const toText = (value: unknown): string =>
  typeof value === 'number' ? String(value) : asString(value)

function mendCapabilities(capabilities: unknown): Fields {
  const entries = Object.entries(asRecord(capabilities)).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  )
  // A server that names no capability may still have tools, so its tools are listed anyway.
  const named = entries.length > 0 ? entries : [['tools', {}] as const]
  return Object.fromEntries(
    named.map(([name, value]) => [name, isRecord(value) ? withoutNull(value) : {}]),
  )
}

const withoutNull = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
