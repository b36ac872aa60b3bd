import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'

/** Changes the answer to `initialize` to the form that the SDK requires. */
export function mendInitialization(result: Fields): Fields {
  const { serverInfo, capabilities, instructions, ...rest } = result
  const { name, version, ...about } = asRecord(serverInfo)
  return {
    ...rest,
    capabilities: mendCapabilities(capabilities),
    serverInfo: { ...withoutNull(about), name: toText(name), version: toText(version) },
    ...(typeof instructions === 'string' && { instructions }),
  }
}

const toText = (value: unknown): string =>
  typeof value === 'number' ? String(value) : asString(value)

/** A capability that is not an object, such as `true`, means the one without options. */
function mendCapabilities(capabilities: unknown): Fields {
  const entries = Object.entries(asRecord(capabilities)).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isRecord(value) ? withoutNull(value) : {}]),
  )
}

const withoutNull = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
