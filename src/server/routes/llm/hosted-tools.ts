import { HttpError } from '../../errors/http-error.ts'
import { ownValue } from '#lib/own-value.ts'

/**
 * Matches types of tools that the client itself runs. Anthropic's types of client tools and of
 * hosted tools both end with a date, so the names are listed.
 */
const ownTools = /^(?:function|custom|local_shell|(?:bash|text_editor|computer|memory)_\d+)$/

/**
 * Rejects tools that the service runs and bills per use, because token counts do not include their
 * price.
 * @throws {HttpError} `bad_request`.
 */
export function refuseHostedTools(request: Record<string, unknown>): void {
  const tools: unknown[] = Array.isArray(request['tools']) ? request['tools'] : []
  const types = tools.map((tool) =>
    typeof tool === 'object' && tool !== null && 'type' in tool ? String(tool.type) : 'function',
  )
  const hosted =
    types.find((type) => !ownTools.test(type)) ??
    ['web_search_options', 'mcp_servers', 'container'].find(
      (name) => ownValue(request, name) != null,
    )
  if (hosted !== undefined) {
    throw new HttpError(
      'bad_request',
      `A key with a spending limit cannot use “${hosted.slice(0, 100)}”: the service bills it in addition to tokens. Leave it out, or use a key without such a limit.`,
    )
  }
}
