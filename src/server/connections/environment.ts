import { isLoopbackName } from '#lib/links/loopback-name.ts'
import type { Env } from '../env.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'
import { gatewayExample } from '../providers/gateway/gateway-service.ts'
import { openAiExample } from '../providers/openai/openai-provider.ts'
import type { ConnectionEntry } from './connection-entry.ts'

export function environmentConnections(
  env: Env,
  kinds: readonly ProviderKind[],
): readonly ConnectionEntry[] {
  const found: ConnectionEntry[] = []
  const add = (entry: {
    id: string
    kind: string
    name: string
    title: string
    variables: { address: string; key: string }
    example: string
    address: string
    key: string | undefined
  }) => {
    const kind = kinds.find(({ id }) => id === entry.kind)
    if (!kind) throw new TypeError(`There is no kind ${entry.kind}.`)
    found.push({
      kind,
      id: entry.id,
      name: entry.name,
      address: entry.address,
      source: 'environment',
      isOn: true,
      hints: [],
      settings: {
        service: {
          id: entry.id,
          title: entry.title,
          addressSetting: entry.variables.address,
          addressExample: entry.example,
          keySetting: entry.variables.key,
        },
        baseUrl: entry.address,
        secrets: entry.key === undefined ? {} : { key: entry.key },
        allowedHosts: env.BOZZETTO_FETCH_HOSTS,
      },
    })
  }
  const gatewayUrl = env.BOZZETTO_GATEWAY_URL
  if (env.BOZZETTO_OPENAI_URL) {
    add({
      id: 'openai',
      kind: 'openai-compatible',
      name: nameAddress(env.BOZZETTO_OPENAI_URL, kinds),
      title: `The service at ${new URL(env.BOZZETTO_OPENAI_URL).host}`,
      variables: { address: 'BOZZETTO_OPENAI_URL', key: 'BOZZETTO_OPENAI_KEY' },
      example: openAiExample,
      address: env.BOZZETTO_OPENAI_URL,
      key: env.BOZZETTO_OPENAI_KEY,
    })
  }
  if (gatewayUrl && env.BOZZETTO_GATEWAY_KEY) {
    add({
      id: 'gateway',
      kind: 'gateway',
      name: new URL(gatewayUrl).host,
      title: `The gateway at ${new URL(gatewayUrl).host}`,
      variables: { address: 'BOZZETTO_GATEWAY_URL', key: 'BOZZETTO_GATEWAY_KEY' },
      example: gatewayExample,
      address: gatewayUrl,
      key: env.BOZZETTO_GATEWAY_KEY,
    })
  }
  return found
}

/** Returns the name of the service that usually is at this address of this machine, or the host. */
function nameAddress(address: string, kinds: readonly ProviderKind[]): string {
  const { hostname, host, port } = new URL(address)
  const [usual, ...others] = kinds.filter(({ localMarks = [] }) =>
    localMarks.some(({ origin }) => new URL(origin).port === port),
  )
  return usual && others.length === 0 && isLoopbackName(hostname) ? usual.name : host
}
