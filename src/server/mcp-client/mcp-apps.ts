import { mcpAppDomainSchema, mcpAppDomainsMax, mcpAppMimeType } from '#contract/mcp-apps.ts'
import { asList, asRecord, asString, type Fields } from '#lib/fields.ts'
import { ToolError } from '../chat/tools/tool.ts'
import { HttpError } from '../errors/http-error.ts'
import { signalWithin } from '../process/signal-within.ts'
import type { KeptTool } from '../store/schema.ts'
import { isOffered } from './keep-tools.ts'
import type { KeptServers } from './kept-servers.ts'
import { mcpFailure } from './mcp-failure.ts'
import { callMs, type McpSession } from './mcp-session.ts'
import type { Sessions } from './mcp-sessions.ts'
import { getToolTitle, nameForModels } from './tool-definition.ts'

/** Maximum length of an app's page in UTF-16 units. */
const htmlLengthMax = 5 * 1024 * 1024
const htmlMaxText = '5 MB'
/** Maximum length of a result or resource for an app, as JSON. */
const answerLengthMax = 8 * 1024 * 1024
const answerMaxText = '8 MB'
const readMs = 30_000

export type AppPage = {
  html: string
  hasBorder: boolean
  connectDomains: string[]
  resourceDomains: string[]
}

/** A tool that the app may call. */
export type AppTool = { title: string; allowedAs: string }

/** The part of an MCP server that its app may use. All functions throw {HttpError}. */
export type AppServer = {
  id: string
  name: string
  title: string
  readPage: (signal: AbortSignal) => Promise<AppPage>
  findTool: (name: string) => AppTool | undefined
  callTool: (name: string, given: Fields, signal: AbortSignal) => Promise<Fields>
  readContents: (uri: string, signal: AbortSignal) => Promise<Fields[]>
}

export type Apps = {
  /**
   * Finds the MCP server whose app shows the results of a tool.
   * @param toolName name for models, such as `weather__forecast`.
   */
  findAppServer: (toolName: string) => AppServer | undefined
}

export function createApps({ kept, sessions }: { kept: KeptServers; sessions: Sessions }): Apps {
  const request = async (
    id: string,
    within: AbortSignal,
    work: (session: McpSession) => Promise<unknown>,
  ): Promise<Fields> => {
    const { name } = kept.find(id)
    try {
      return asRecord(await sessions.use(kept.find(id), within, work))
    } catch (error) {
      if (error instanceof ToolError)
        throw new HttpError('provider_failed', `${name} says: ${error.message}`)
      throw mcpFailure(error, name)
    }
  }
  return {
    findAppServer: (toolName) => {
      for (const { id, name, isOn, tools } of kept.rows.values()) {
        const shown = tools.find((tool) => nameForModels(id, tool.name) === toolName)
        const uri = shown?.app?.uri
        if (!shown || !isOn || !isOffered(shown) || uri === undefined) continue
        const findTool = (wanted: string): KeptTool | undefined =>
          kept
            .find(id)
            .tools.find((tool) => tool.name === wanted && isOffered(tool) && isForApps(tool))
        return {
          id,
          name,
          title: getToolTitle(shown),
          readPage: async (signal) => {
            const within = signalWithin(readMs, signal)
            return toPage(
              name,
              await request(id, within, (session) => session.resource(uri, within)),
            )
          },
          findTool: (wanted) => {
            const tool = findTool(wanted)
            if (!tool) return undefined
            const allowedAs = `${nameForModels(id, wanted)}#${tool.hash}`
            return { title: getToolTitle(tool), allowedAs }
          },
          callTool: async (wanted, given, signal) => {
            const within = signalWithin(callMs, signal)
            const call = { name: wanted, given }
            return limitLength(name, await request(id, within, (one) => one.call(call, within)))
          },
          readContents: async (wanted, signal) => {
            const within = signalWithin(readMs, signal)
            const read = await request(id, within, (one) => one.resource(wanted, within))
            const { contents } = limitLength(name, read)
            return asList(contents).map(asRecord)
          },
        }
      }
      return undefined
    },
  }
}

const isForApps = ({ app }: KeptTool): boolean => app?.isHiddenFromApps !== true

function limitLength(name: string, answer: Fields): Fields {
  if (JSON.stringify(answer).length <= answerLengthMax) return answer
  throw refuse(`${name} sent more than ${answerMaxText}.`)
}

const refuse = (sentence: string) => new HttpError('provider_failed', sentence)

/** @throws {HttpError} if the resource is not a page of an app. */
function toPage(name: string, { contents }: Fields): AppPage {
  const [content] = asList(contents).map(asRecord)
  if (!content) throw refuse(`${name} sent no page for its app.`)
  const { mimeType, text, blob, _meta: meta } = content
  if (asString(mimeType).toLowerCase().replaceAll(/[\s"]/g, '') !== mcpAppMimeType) {
    const type = asString(mimeType).slice(0, 100) || 'no type'
    throw refuse(`The app of ${name} cannot be shown: it has the type “${type}”.`)
  }
  const html =
    typeof text === 'string' ? text : Buffer.from(asString(blob), 'base64').toString('utf8')
  if (html.trim() === '') throw refuse(`The app of ${name} cannot be shown: its page is empty.`)
  if (html.length > htmlLengthMax)
    throw refuse(`The app of ${name} cannot be shown: it is larger than ${htmlMaxText}.`)
  const { csp, prefersBorder } = asRecord(asRecord(meta)['ui'])
  const { connectDomains, resourceDomains } = asRecord(csp)
  const connect = readDomains(connectDomains)
  return {
    html,
    hasBorder: prefersBorder !== false,
    connectDomains: connect,
    resourceDomains: readDomains(resourceDomains).slice(0, mcpAppDomainsMax - connect.length),
  }
}

/** Ignores domains that are not an origin, because they could change the policy. */
const readDomains = (list: unknown): string[] => [
  ...new Set(
    asList(list)
      .slice(0, mcpAppDomainsMax)
      .map((domain) => asString(domain).toLowerCase().replace(/\/$/, ''))
      .filter((domain) => mcpAppDomainSchema.safeParse(domain).success),
  ),
]
