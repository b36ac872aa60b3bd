import { trimSlashes } from '#lib/trim-slashes.ts'
import type { FoundServiceList } from '#contract/connections.ts'
import type { LocalMark, ProviderKind } from '../../ports/provider-kind.ts'
import { signalWithin } from '../../process/signal-within.ts'
import type { ConnectionEntry } from '../connection-entry.ts'

/** Maximum wait for a response. Servers on this machine respond immediately. */
const answerMs = 1_000
const answerBytesMax = 256 * 1024

type Found = FoundServiceList['found'][number]

/**
 * Finds servers on this machine that can be connected. Each kind of server is recognized by a
 * characteristic response.
 * @param connected servers to leave out.
 */
export async function discoverServices(
  kinds: readonly ProviderKind[],
  connected: readonly Pick<ConnectionEntry, 'address'>[],
  signal: AbortSignal,
): Promise<Found[]> {
  const taken = new Set(
    connected.flatMap(({ address }) => (address === undefined ? [] : [getPlace(address)])),
  )
  const looked = kinds.flatMap((kind) =>
    (kind.localMarks ?? [])
      .filter(({ origin }) => !taken.has(getPlace(origin)))
      .map(async (mark): Promise<Found[]> => {
        if (!(await isThere(mark, signal))) return []
        return [{ kind: kind.id, name: kind.name, address: getAddress(kind, mark) }]
      }),
  )
  const found = new Map<string, Found>()
  for (const service of (await Promise.all(looked)).flat()) found.set(service.address, service)
  return [...found.values()]
}

async function isThere({ origin, path, isIt }: LocalMark, signal: AbortSignal): Promise<boolean> {
  const waited = signalWithin(answerMs, signal)
  try {
    const response = await fetch(origin + path, { redirect: 'manual', signal: waited })
    if (!response.ok || Number(response.headers.get('content-length')) > answerBytesMax) {
      await response.body?.cancel()
      return false
    }
    return isIt(toAnswer(await readSome(response)))
  } catch {
    signal.throwIfAborted()
    // Nothing listens on this port, or the server uses another protocol.
    return false
  }
}

async function readSome(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    length += piece.byteLength
    if (length > answerBytesMax) break
  }
  return Buffer.concat(pieces).toString()
}

function toAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

/** Returns the origin where the server was found, with the default path of its kind. */
function getAddress({ address }: ProviderKind, { origin }: LocalMark): string {
  const usual = new URL(address?.default ?? origin)
  return trimSlashes(new URL(usual.pathname, origin).href)
}

/** Returns host and port. All names of this machine, such as `localhost`, become the same host. */
function getPlace(address: string): string {
  const { hostname, port } = new URL(address)
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return `${isHere ? 'here' : hostname}:${port}`
}
