import {
  chatSummarySchema,
  summarySettingsSchema,
  type ChatSummary,
  type CreateSummary,
  type SummarySettings,
} from '#contract/chat/summaries.ts'
import { requestJson, requestNothing } from '../http/http.ts'

/** A slow model needs several requests to summarise a long chat. */
const summaryTimeoutMs = 600_000

const toAddress = (conversationId: string) => `/api/conversations/${conversationId}/summaries`

export const createSummary = (
  conversationId: string,
  wanted: CreateSummary,
): Promise<ChatSummary> =>
  requestJson(chatSummarySchema, toAddress(conversationId), {
    method: 'POST',
    body: wanted,
    timeoutMs: summaryTimeoutMs,
  })

export const changeSummary = (
  conversationId: string,
  { id, text }: { id: string; text: string },
): Promise<ChatSummary> =>
  requestJson(chatSummarySchema, `${toAddress(conversationId)}/${id}`, {
    method: 'PUT',
    body: { text },
  })

export const deleteSummary = (conversationId: string, id: string): Promise<void> =>
  requestNothing(`${toAddress(conversationId)}/${id}`, { method: 'DELETE' })

/** Returns the settings for automatic summaries. */
export const readAutomaticSummaries = (signal?: AbortSignal): Promise<SummarySettings> =>
  requestJson(summarySettingsSchema, '/api/chat/summaries', { signal })

export const putAutomaticSummaries = (settings: SummarySettings): Promise<SummarySettings> =>
  requestJson(summarySettingsSchema, '/api/chat/summaries', { method: 'PUT', body: settings })
