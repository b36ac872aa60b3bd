import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'

/** Groups of synonyms. Each group is one dimension of the fake vectors. */
const meanings = [
  ['dog', 'hound', 'puppy'],
  ['car', 'automobile', 'vehicle'],
  ['oven', 'kiln', 'furnace'],
]

/** State of the fake embeddings service. @property status applies to embeddings only. */
export type EmbeddingsWorld = {
  inputs: string[][]
  status: number
  models: string[]
  delayMs: number
}

const getVector = (text: string): number[] => [
  0.1,
  ...meanings.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length),
]

/** Starts a fake service with OpenAI's embeddings API on loopback. */
export async function startEmbeddings(): Promise<Upstream & { world: EmbeddingsWorld }> {
  const models = ['meaning-embed', 'chatty']
  const world: EmbeddingsWorld = { inputs: [], status: 200, models, delayMs: 0 }
  const upstream = await startUpstream((request, response, body) => {
    const status = request.url === '/v1/models' ? 200 : world.status
    response.writeHead(status, { 'Content-Type': 'application/json' })
    if (request.url === '/v1/models') {
      return response.end(JSON.stringify({ data: world.models.map((id) => ({ id })) }))
    }
    const { input } = JSON.parse(body) as { input: string[] }
    world.inputs.push(input)
    // The response has the wrong order, because callers must use the `index` of each entry.
    const data = input.map((text, index) => ({ index, embedding: getVector(text) })).toReversed()
    const usage = { prompt_tokens: input.length * 10, total_tokens: input.length * 10 }
    const answer = JSON.stringify(world.status === 200 ? { data, usage } : { error: 'gone' })
    setTimeout(() => response.end(answer), world.delayMs)
  })
  return { ...upstream, world }
}
