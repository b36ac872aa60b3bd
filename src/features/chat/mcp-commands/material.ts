import { isAbort, ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { fillMcpPrompt, listMcpOffers, readMcpResource } from '#api/mcp-offers.ts'
import type { McpMaterial, McpOffers, McpPrompt, McpResource } from '#contract/mcp-offers.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'

/**
 * Lists the commands of MCP servers. Returns none for accounts that may not manage connections,
 * because MCP servers use the connections' keys.
 */
export async function listOffers(signal: AbortSignal): Promise<McpOffers> {
  try {
    return await listMcpOffers(signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return { prompts: [], resources: [] }
    throw error
  }
}

/** Returns undefined if the request failed. The user has then seen the error. */
export const fill = (
  prompt: Pick<McpPrompt, 'serverId' | 'name'>,
  values: Record<string, string>,
): Promise<McpMaterial | undefined> => told(fillMcpPrompt(prompt, values))

export const read = (
  resource: Pick<McpResource, 'serverId' | 'uri'>,
): Promise<McpMaterial | undefined> => told(readMcpResource(resource))

export const toMessageFiles = ({ files }: McpMaterial): File[] =>
  files.map(
    ({ name, mimeType, base64 }) =>
      new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, {
        type: mimeType,
      }),
  )

async function told(answer: Promise<McpMaterial>): Promise<McpMaterial | undefined> {
  try {
    const material = await answer
    if (material.text !== '' || material.files.length > 0) return material
    showToast({ kind: 'error', title: t('The MCP server returned nothing that can be used here.') })
  } catch (error) {
    if (isAbort(error)) return undefined
    showToast({
      kind: 'error',
      title: t('The MCP server returned nothing'),
      detail: explainError(error),
    })
  }
  return undefined
}
