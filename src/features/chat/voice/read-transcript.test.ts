import { describe, expect, it } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const read = async (text: string, size = 7) => {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += size)))
    },
  })
  const steps: string[] = []
  const words = await readTranscript(body, (now) => steps.push(now))
  return { words, steps }
}

describe('readTranscript', () => {
  it('returns the text of a JSON answer, whatever its content type', async () => {
    expect(await read('{"text":" Grüß Gott. ","usage":{"seconds":2}}')).toEqual({
      words: 'Grüß Gott.',
      steps: [],
    })
  })

  it('joins deltas and prefers the complete text at the end', async () => {
    const events = [
      { type: 'transcript.text.delta', delta: 'Good' },
      { type: 'transcript.text.delta', delta: ' morning' },
      { type: 'transcript.text.done', text: 'Good morning.' },
    ]
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    expect(await read(text)).toEqual({
      words: 'Good morning.',
      steps: ['Good', 'Good morning', 'Good morning.'],
    })
  })

  it('joins segments without a type, as Speaches sends them', async () => {
    const text = 'data: {"text":" One."}\n\ndata: {"text":" Two."}\n\ndata: [DONE]'
    expect((await read(text)).words).toBe('One. Two.')
  })

  it('returns plain text, and nothing for a web page', async () => {
    expect((await read(' Hello there \n')).words).toBe('Hello there')
    expect((await read('<html><body>Bad gateway</body></html>')).words).toBe('')
  })

  it('throws the error of a stream', async () => {
    await expect(read('data: {"error":{"message":"No model is loaded"}}\n\n')).rejects.toThrow(
      'No model is loaded',
    )
  })
})
