import type { Transport } from '@modelcontextprotocol/client'
import { isList } from '#lib/fields.ts'
import { tryParseAnswer } from '../json/parse-json.ts'
import { mendEnvelope } from './mend-envelope.ts'

/**
 * Corrects the messages that a command writes, one per line, before the SDK parses them. The SDK
 * rejects lists of messages, and results that are not objects. Other lines are log output.
 * @param maxBufferSize of an incomplete line, in bytes.
 */
export async function mendLines(transport: Transport, maxBufferSize: number): Promise<Transport> {
  const { ReadBuffer } = await import('@modelcontextprotocol/client')
  const open: Buffer[] = []
  class MendingBuffer extends ReadBuffer {
    override append(chunk: Buffer): void {
      const end = chunk.lastIndexOf(0x0a) + 1
      const size = open.reduce((sum, one) => sum + one.length, chunk.length - end)
      if (size > maxBufferSize) throw new Error('A line is too long.')
      if (end === 0) return void open.push(chunk)
      const whole = Buffer.concat([...open.splice(0), chunk.subarray(0, end)]).toString('utf8')
      open.push(chunk.subarray(end))
      const mended = whole.split('\n').flatMap(mendLine)
      if (mended.length > 0) super.append(Buffer.from(`${mended.join('\n')}\n`))
    }
  }
  // The SDK has no option to replace the buffer that splits the output into messages.
  Reflect.set(transport, '_readBuffer', new MendingBuffer({ maxBufferSize }))
  return transport
}

function mendLine(line: string): string[] {
  // `trim` also removes a byte order mark.
  const trimmed = line.trim()
  if (!/^[{[]/.test(trimmed)) return []
  const message = tryParseAnswer(trimmed)
  if (message === undefined) return []
  const mended = mendEnvelope(message)
  if (isList(mended)) return mended.map((one) => JSON.stringify(one))
  return [mended === message ? trimmed : JSON.stringify(mended)]
}
