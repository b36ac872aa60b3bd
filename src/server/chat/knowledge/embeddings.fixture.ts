import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'

/** What the stand-in takes for the same: each group is one number of its vectors. */
const meanings = [
  ['dog', 'hound', 'puppy'],
  ['car', 'automobile', 'vehicle'],
  ['oven', 'kiln', 'furnace'],
]

/** What a test wants of the service, and what it was asked. @property status of embeddings alone. */
export type EmbeddingsWorld = {
  inputs: string[][]
  status: number
  models: string[]
  /** Before embeddings are answered. */
  delayMs: number
}

const vectorOf = (text: string): number[] => [
  0.1,
  ...meanings.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length),
]

/** A service on loopback that speaks OpenAI's interface of embeddings. */
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
    // In any order, as long as each says its place.
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) })).toReversed()
    const usage = { prompt_tokens: input.length * 10, total_tokens: input.length * 10 }
    const answer = JSON.stringify(world.status === 200 ? { data, usage } : { error: 'gone' })
    setTimeout(() => response.end(answer), world.delayMs)
  })
  return { ...upstream, world }
}
