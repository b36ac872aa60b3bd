import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const sampleRate = 16_000

/** Encodes loud (a tone) and silent periods, in milliseconds, as a WAV file. */
function writeTones(periods: readonly { ms: number; isLoud: boolean }[]): Buffer {
  const samples = periods.flatMap(({ ms, isLoud }) =>
    Array.from({ length: (ms * sampleRate) / 1000 }, (_, at) =>
      isLoud ? Math.round(9_000 * Math.sin((at * 2 * Math.PI * 220) / sampleRate)) : 0,
    ),
  )
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + samples.length * 2, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length * 2, 40)
  return Buffer.concat([header, Buffer.from(Int16Array.from(samples).buffer)])
}

/** A server with OpenAI's audio endpoints, which answers every recording with the same words. */
export class VoiceServer {
  words = ['Make', ' the', ' foot', ' wider.']
  refusal: string | undefined
  readonly recordings: { form: string; bytes: number }[] = []
  readonly spoken: { input: string; voice: string; speed: number }[] = []
  readonly #server: HttpServer

  private constructor(server: HttpServer) {
    this.#server = server
  }

  static async start(): Promise<VoiceServer> {
    const server = createServer()
    const voice = new VoiceServer(server)
    server.on('request', (request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        const body = Buffer.concat(pieces)
        const { url = '' } = request
        const json = (value: unknown, status = 200) =>
          response
            .writeHead(status, { 'Content-Type': 'application/json' })
            .end(JSON.stringify(value))
        if (url.endsWith('/models')) {
          const models = [
            { id: 'small', task: 'automatic-speech-recognition' },
            { id: 'kokoro', task: 'text-to-speech' },
          ]
          return void json({ data: models })
        }
        if (url.endsWith('/audio/voices')) return void json({ voices: ['af_heart', 'af_bella'] })
        if (url.endsWith('/audio/speech')) {
          voice.spoken.push(JSON.parse(body.toString()))
          const sound = writeTones([{ ms: 300, isLoud: true }])
          return void response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(sound)
        }
        if (voice.refusal !== undefined) {
          const message = voice.refusal
          voice.refusal = undefined
          return void json({ error: { message } }, 400)
        }
        voice.recordings.push({ form: body.toString('latin1'), bytes: body.length })
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        for (const delta of voice.words) {
          const event = { type: 'transcript.text.delta', delta }
          response.write(`data: ${JSON.stringify(event)}\n\n`)
        }
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return voice
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
