import type { QuestionField } from '#contract/chat/tool-question.ts'
import { asList, asRecord, asString } from '#lib/fields.ts'
import { createChanges } from '../../changes/changes.ts'
import { toolContext } from '../../chat/tools/tool-context.fixture.ts'
import type { Tool } from '../../chat/tools/tool.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Store } from '../../store/store.ts'
import { openVault } from '../../vault/vault.ts'
import { commandsFolder } from '../mcp-servers.fixture.ts'
import { openMcpService } from '../mcp-service.ts'

export type Scenario = { scenario: string; url: string; context: Record<string, unknown> }

const origin = 'https://studio.example'
const clientUrl = 'https://conformance-test.local/client-metadata.json'
const signInsMax = 3

/**
 * Runs scenarios with the product's MCP client as a person would: adds the server, signs in, calls
 * each tool.
 */
export async function openConformanceClient(store: Store) {
  const mcp = await openMcpService({
    store,
    vault: await openVault(store, 'a master key of more than 32 characters'),
    changes: createChanges(),
    allowedHosts: ['127.0.0.1', 'localhost'],
    folder: commandsFolder,
    takesCommands: false,
    clientUrl,
  })
  const { signal } = new AbortController()

  async function signIn(id: string): Promise<void> {
    const response = await fetch(await mcp.beginSignIn(id, origin), { redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    const { code = '', state = '', iss } = Object.fromEntries(back.searchParams)
    await mcp.finishSignIn({ code, state, iss }, signal)
  }

  const findServer = (id: string) => mcp.list().servers.find((one) => one.id === id)

  async function callAll(id: string, context: Scenario['context']): Promise<void> {
    const tools = mcp.tools().filter(({ name }) => name.startsWith(`${id}__`))
    for (const tool of tools) {
      const listed = asList(context['toolCalls']).map(asRecord)
      const named = listed.filter(({ name }) => tool.name === `${id}__${asString(name)}`)
      const all =
        named.length > 0
          ? named.map((call) => asRecord(call['arguments']))
          : [sampleArguments(tool, tools)]
      for (const given of all) await callOne(tool, given)
    }
  }

  return {
    play: async ({ scenario, url, context }: Scenario): Promise<void> => {
      const clientId = asString(context['client_id'])
      const secret = asString(context['client_secret'])
      const { id } = await mcp.create(
        {
          name: scenario.replaceAll('/', ' ').slice(-16),
          address: url,
          ...(clientId !== '' && { client: { id: clientId, ...(secret && { secret }) } }),
        },
        signal,
      )
      const isWanted = () => findServer(id)?.signIn === 'wanted'
      try {
        if (isWanted()) await signIn(id)
        for (let tries = 0; ; tries++) {
          const tools = findServer(id)?.tools ?? []
          await mcp.change(id, { tools: Object.fromEntries(tools.map(({ name }) => [name, true])) })
          try {
            await callAll(id, context)
            return
          } catch (error) {
            if (!isWanted() || tries >= signInsMax) throw error
            await signIn(id)
          }
        }
      } finally {
        await mcp.remove(id)
      }
    },
    close: () => mcp.close(),
  }
}

/** Only a required sign-in ends the scenario. Other errors are results for the model. */
async function callOne(tool: Tool, given: Record<string, unknown>): Promise<void> {
  try {
    await tool.run(given, toolContext({ ask: acceptDefaults }))
  } catch (error) {
    if (error instanceof HttpError && error.code === 'provider_refused') throw error
  }
}

function sampleArguments(
  { name: tool, parameters }: Tool,
  all: readonly Tool[],
): Record<string, unknown> {
  const properties = asRecord(parameters['properties'])
  const samples = Object.entries(properties).map(([name, schema]): [string, unknown] => [
    name,
    // One scenario expects that an argument contains the schema of its other tool, as the client
    // received the schema.
    name === 'schema'
      ? all.find((one) => one.name !== tool)?.parameters
      : createSample(asRecord(schema)),
  ])
  return Object.fromEntries(samples)
}

function createSample({ type, default: preset }: Record<string, unknown>): unknown {
  if (preset !== undefined) return preset
  switch (type) {
    case 'number':
    case 'integer':
      return 5
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'sample'
  }
}

const acceptDefaults = ({ fields = [] }: { fields?: QuestionField[] | undefined }) =>
  Promise.resolve({
    action: 'accept' as const,
    content: Object.fromEntries(
      fields.flatMap(({ name, default: preset }) => (preset === undefined ? [] : [[name, preset]])),
    ),
  })
