import { afterEach, describe, expect, it } from 'vitest'
import { createCatalogue } from '../../models/catalogue.ts'
import type { EndedSpan } from '../../observability/spans.ts'
import { sendSpansTo } from '../../observability/tracing.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { meteredCatalogue } from './metered-chat.ts'

const never = new AbortController().signal
afterEach(() => sendSpansTo(undefined))

describe('meteredCatalogue', () => {
  it('records the model and the token counts of an answer in the trace, but no text', async () => {
    const spans: EndedSpan[] = []
    sendSpansTo({ add: (span) => void spans.push(span) })
    const catalogue = createCatalogue({
      providers: fixedProviders({
        chat: [
          {
            id: 'svc',
            listModels: async () => [
              { id: 'svc/m', name: 'm', provider: 'svc', description: '', kind: 'chat' },
            ],
            streamChat: async (_request, _signal, take) => {
              await take({ text: 'canary' })
              await take({ finishReason: 'stop' })
              await take({ usage: { prompt_tokens: 7, completion_tokens: 3 } })
            },
          },
        ],
      }),
      choices: {
        of: () => undefined,
        applyTo: (models) => [...models],
        findOff: () => undefined,
        defaults: () => ({}),
      },
    })
    const metered = meteredCatalogue(catalogue, {
      applying: () => [],
      reserve: () => Promise.resolve(() => Promise.resolve()),
    })
    const { provider, model } = await metered.chat('svc/m', never)
    const messages = [{ role: 'user', content: 'canary' }]
    await provider.streamChat({ model, messages }, never, () => undefined)
    expect(spans.map(({ name, attributes }) => ({ name, attributes }))).toEqual([
      {
        name: 'chat m',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'svc',
          'gen_ai.request.model': 'm',
          'gen_ai.response.finish_reasons': 'stop',
          'gen_ai.usage.input_tokens': 7,
          'gen_ai.usage.output_tokens': 3,
        },
      },
    ])
  })
})
