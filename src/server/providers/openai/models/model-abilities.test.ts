import { describe, expect, it } from 'vitest'
import { abilitiesIn } from './model-abilities.ts'

describe('abilitiesIn', () => {
  it.each<[string, Record<string, unknown>, object]>([
    [
      'OpenRouter',
      {
        id: 'x/y',
        architecture: { input_modalities: ['text', 'image'], output_modalities: ['image', 'text'] },
        supported_parameters: ['tools', 'reasoning_effort'],
        pricing: { prompt: '0.0000012', completion: '0.000006', input_cache_read: '0.0000003' },
      },
      {
        canSee: true,
        canUseTools: true,
        canReason: true,
        canDraw: true,
        inputs: ['image'],
        price: { currency: 'USD', prompt: 1.2, completion: 6, cached: 0.3 },
      },
    ],
    [
      'OpenRouter, of a plain model whose price depends',
      {
        id: 'x/gpt-4o',
        architecture: { input_modalities: ['text'] },
        supported_parameters: ['temperature'],
        pricing: { prompt: '-1', completion: '-1' },
      },
      { canSee: false, canUseTools: false, canReason: false, inputs: [] },
    ],
    [
      'Mistral',
      { id: 'pixtral-12b', capabilities: { function_calling: true, vision: true } },
      { canSee: true, canUseTools: true },
    ],
    [
      'Together',
      { id: 'llama', pricing: { input: 0.2, output: 0.6 } },
      { price: { currency: 'USD', prompt: 0.2, completion: 0.6 } },
    ],
    ['OpenAI, which only names them', { id: 'gpt-4o-mini' }, { canSee: true }],
    ['Ollama', { id: 'qwen2.5-vl:7b' }, { canSee: true }],
    ['nobody', { id: 'mistral-7b', pricing: 'free', capabilities: ['chat'] }, {}],
  ])('reads the model’s abilities from a model list entry of %s', (_case, entry, expected) => {
    expect(abilitiesIn(entry)).toEqual(expected)
  })
})
