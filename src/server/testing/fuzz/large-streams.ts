import { newId } from '#lib/id.ts'
import type { LargeRequest } from './large-bodies.ts'
import { createRunRead } from './large-reads.ts'

const json = (value: object) => Buffer.from(JSON.stringify(value))

/**
 * Yields requests for an answer of each model in all streaming formats, and for reading the answer
 * again.
 * @param models ids that start with their provider.
 */
export function* largeStreams(models: readonly string[]): Generator<LargeRequest> {
  for (const modelId of models) {
    let runId = ''
    yield {
      name: `answer of ${modelId}`,
      method: 'POST',
      target: `/api/conversations/${newId()}/runs`,
      type: 'application/json',
      body: () => {
        runId = newId()
        const question = { id: newId(), text: 'Hello?' }
        return json({ runId, answerId: newId(), modelId, question })
      },
    }
    if (runId !== '') yield { ...createRunRead(runId), name: `answer of ${modelId}, once more` }
    const request = {
      model: modelId,
      stream: true,
      max_tokens: 1_000_000,
      messages: [{ role: 'user', content: 'Hello?' }],
    }
    for (const target of ['/llm/v1/chat/completions', '/llm/v1/messages']) {
      const name = `${target} of ${modelId}`
      const body = () => json(request)
      yield { name, method: 'POST', target, type: 'application/json', body }
    }
  }
}
