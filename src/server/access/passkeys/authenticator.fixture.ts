import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Place = { origin: string; rpId: string }
const flagsUsual = 0b0000_0101

/** Encodes the head of a CBOR item: a `major` type and a number or length below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (entries: Buffer[][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const point = (part: string | undefined) => bytes(Buffer.from(part ?? '', 'base64url'))
const getData = ({ rpId }: Place, flags: number, counter: number) => {
  const tail = Buffer.alloc(5)
  tail.writeUInt8(flags)
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), tail])
}
const clientData = (type: string, challenge: string, { origin }: Place) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const cose = map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), point(jwk.x)],
    [int(-3), point(jwk.y)],
  ])
  const answerWith = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, part]) => [name, part.toString('base64url')]),
    ),
  })

  return {
    make(challenge: string, place: Place) {
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([
        getData(place, flagsUsual | 0b0100_0000, 0),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ])
      return answerWith({
        clientDataJSON: clientData('webauthn.create', challenge, place),
        attestationObject: map([
          [text('fmt'), text('none')],
          [text('attStmt'), map([])],
          [text('authData'), bytes(data)],
        ]),
      })
    },
    /**
     * @param options.flags bits of WebAuthn. Bit 0 means that the user was present, and bit 2 that
     * the user was verified.
     */
    sign(challenge: string, place: Place, { counter = 0, flags = flagsUsual } = {}) {
      const data = getData(place, flags, counter)
      const told = clientData('webauthn.get', challenge, place)
      return answerWith({
        clientDataJSON: told,
        authenticatorData: data,
        signature: sign('sha256', Buffer.concat([data, sha256(told)]), privateKey),
      })
    },
  }
}
