import { newId } from '#lib/id.ts'
import { askFor } from './scripted-model.ts'

const timeoutMs = 120_000

type Asked = { url: string; conversationId: string; parentId?: string | undefined }

/**
 * Requests one tool call from the scripted model in a conversation, and waits for the answer.
 * @returns the answer's id, and the duration of the tool in milliseconds.
 * @throws {Error} if the answer fails.
 */
export async function askForCall(
  { url, conversationId, parentId }: Asked,
  name: string,
  given: object,
): Promise<{ answerId: string; toolMs: number; assetId: string | undefined }> {
  const answerId = newId()
  const response = await fetch(`${url}/api/conversations/${conversationId}/runs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      runId: newId(),
      answerId,
      modelId: 'openai/writer',
      ...(parentId !== undefined && { parentId }),
      question: { id: newId(), text: askFor(name, given) },
      settings: { tools: [name], allowedTools: [name] },
    }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(
    ([, json = '']) => JSON.parse(json) as Event,
  )
  const call = events.flatMap(({ call: one }) => one ?? []).at(-1)
  const status = events.at(-1)?.run?.status
  if (!response.ok || status !== 'completed' || call?.status !== 'done') {
    throw new Error(`The answer failed: ${call?.result ?? text.slice(-1_000)}`)
  }
  return { answerId, toolMs: call.durationMs ?? 0, assetId: call.assetIds?.[0] }
}

type Event = {
  call?: { status: string; result?: string; durationMs?: number; assetIds?: string[] }
  run?: { status: string }
}
