import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const sampleRate = 16_000

/** Encodes loud (a tone) and silent periods, in milliseconds, as a WAV file. */
export function writeTones(periods: readonly { ms: number; isLoud: boolean }[]): Buffer {
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

/** A silent frame of an MP3 file: 26 ms with one channel, 44,100 samples per second, 128 kbit/s. */
const mp3Frame = Buffer.alloc(417)
mp3Frame.writeUInt32BE(0xff_fb_90_c4)
/** One piece of a streamed sound: half a second. */
const mp3Piece = Buffer.concat(Array.from({ length: 19 }, () => mp3Frame))

/** A server with OpenAI's audio endpoints, which answers every recording with the same words. */
export class VoiceServer {
  words = ['Make', ' the', ' foot', ' wider.']
  refusal: string | undefined
  /** Milliseconds before the first word or the first sound. */
  delayMs = 0
  /**
   * Number of pieces of half a second, which are sent as an MP3 stream, five times as fast as they
   * are played. With 0, a sound is a WAV file of 0.3 s. A smaller number ends running streams.
   */
  streamedPieces = 0
  readonly recordings: { form: string; bytes: number }[] = []
  readonly spoken: { input: string; voice: string; speed: number }[] = []
  readonly #server: Server = createServer()

  static async start(): Promise<VoiceServer> {
    const voice = new VoiceServer()
    voice.#server.on('request', (request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => voice.#answer(request, response, Buffer.concat(pieces)))
    })
    await new Promise<void>((resolve) => voice.#server.listen(0, '127.0.0.1', resolve))
    return voice
  }

  #answer({ url = '' }: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    if (url.endsWith('/models')) {
      const models = [
        { id: 'small', task: 'automatic-speech-recognition' },
        { id: 'kokoro', task: 'text-to-speech' },
      ]
      json({ data: models })
    } else if (url.endsWith('/audio/voices')) {
      json({ voices: ['af_heart', 'af_bella'] })
    } else if (url.endsWith('/audio/speech')) {
      this.spoken.push(JSON.parse(body.toString()))
      setTimeout(() => this.#speak(response), this.delayMs)
    } else if (this.refusal !== undefined) {
      json({ error: { message: this.refusal } }, 400)
      this.refusal = undefined
    } else {
      this.recordings.push({ form: body.toString('latin1'), bytes: body.length })
      setTimeout(() => this.#transcribe(response), this.delayMs)
    }
  }

  #transcribe(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const delta of this.words) {
      const event = { type: 'transcript.text.delta', delta }
      response.write(`data: ${JSON.stringify(event)}\n\n`)
    }
    response.end()
  }

  #speak(response: ServerResponse): void {
    if (this.streamedPieces === 0) {
      const sound = writeTones([{ ms: 300, isLoud: true }])
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(sound)
      return
    }
    response.writeHead(200, { 'Content-Type': 'audio/mpeg' })
    let sent = 0
    const send = () => {
      response.write(mp3Piece)
      sent++
      if (sent < this.streamedPieces) return
      clearInterval(timer)
      response.end()
    }
    const timer = setInterval(send, 100)
    response.on('close', () => clearInterval(timer))
    send()
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
