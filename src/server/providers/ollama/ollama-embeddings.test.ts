import { expect, it } from 'vitest'
import { createOllamaEmbeddings } from './ollama-embeddings.ts'
import { startOllama } from './ollama.fixture.ts'

it('createOllamaEmbeddings lists embedding models, also if the server does not report capabilities', async () => {
  const ollama = await startOllama()
  ollama.world.models = [
    { name: 'nomic-embed-text:latest', capabilities: ['embedding'] },
    { name: 'qwen3:4b', capabilities: ['completion', 'tools'] },
    { name: 'bge-m3:latest' },
    { name: 'llama3:latest' },
  ]
  const service = {
    id: 'ollama',
    title: 'Ollama',
    addressSetting: '',
    addressExample: '',
    keySetting: '',
  }
  const embeddings = createOllamaEmbeddings({ service, origin: ollama.url })
  expect(embeddings.isFree).toBe(true)
  expect(await embeddings.listModels(new AbortController().signal)).toEqual([
    { id: 'ollama/nomic-embed-text:latest', name: 'nomic-embed-text' },
    { id: 'ollama/bge-m3:latest', name: 'bge-m3' },
  ])
  await ollama.close()
})
