import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'

/**
 * Changes the answer to `initialize` to the form that the SDK requires.
 * @param requestedVersion replaces a version of the protocol that is not known here. Most such
 * servers are compatible.
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

/** Versions in which the answer to `initialize` has the form that the SDK expects. */
const knownVersions = new Set([
  '2024-10-07',
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
])

const toText = (value: unknown): string =>
  typeof value === 'number' ? String(value) : asString(value)

/** A capability that is not an object, such as `true`, becomes a capability without options. */
function mendCapabilities(capabilities: unknown): Fields {
  const entries = Object.entries(asRecord(capabilities)).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  )
  // A server that names no capability may have tools. The tools are listed to find out.
  const named = entries.length > 0 ? entries : [['tools', {}] as const]
  return Object.fromEntries(
    named.map(([name, value]) => [name, isRecord(value) ? withoutNull(value) : {}]),
  )
}

const withoutNull = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
