import { setEncodingSchema } from '#contract/documents.ts'
import { z } from 'zod'
import {
  changePasswordSchema,
  removePasswordSchema,
  beginOidcSchema,
  signInSchema,
} from '#contract/access/access.ts'
import { assetPatchSchema } from '#contract/asset-requests.ts'
import { changeAssetSchema } from '#contract/change-model.ts'
import { priceRequestSchema } from '#contract/bills.ts'
import { chatDefaultSchema } from '#contract/chat/chat-defaults.ts'
import { putAssistantSchema } from '#contract/chat/assistants.ts'
import {
  changeSummarySchema,
  createSummarySchema,
  summarySettingsSchema,
} from '#contract/chat/summaries.ts'
import { pushSubscriptionBodySchema } from '#contract/push.ts'
import { putRatingSchema, putVoteSchema } from '#contract/chat/ratings.ts'
import {
  pauseScheduleSchema,
  putScheduleSchema,
  startScheduleSchema,
} from '#contract/chat/schedules.ts'
import { putFolderSchema, putPromptSchema } from '#contract/chat/library.ts'
import { chatSettingsSchema, putToolDefaultSchema } from '#contract/chat/settings.ts'
import { chatExportSchema } from '#contract/chat/transfer.ts'
import {
  addMessageSchema,
  changeConversationSchema,
  copyConversationSchema,
  decideToolCallSchema,
  startRunSchema,
} from '#contract/chat/chat.ts'
import { toolAnswerSchema } from '#contract/chat/tool-question.ts'
import {
  changeConnectionSchema,
  createConnectionSchema,
  tryModelSchema,
} from '#contract/connections.ts'
import { remotePictureSchema } from '#contract/files.ts'
import { putFolderKnowledgeSchema } from '#contract/chat/library.ts'
import { changeKeySchema, createKeySchema } from '#contract/access/keys.ts'
import { putMemorySchema, putMemoryStateSchema } from '#contract/chat/memory.ts'
import { changeNetworkSchema, networkFolderSchema } from '#contract/networks.ts'
import {
  changeMcpServerSchema,
  createMcpServerSchema,
  mcpSignedInSchema,
} from '#contract/mcp-servers.ts'
import { changeWebApiSchema, createWebApiSchema } from '#contract/web-apis.ts'
import { readMcpResourceSchema, useMcpPromptSchema } from '#contract/mcp-offers.ts'
import { createImportSchema, readImportSchema } from '#contract/model-imports.ts'
import { modelAliasSchema } from '#contract/model-aliases.ts'
import { changeModelsSchema, setDefaultSchema } from '#contract/model-settings.ts'
import {
  acceptInvitationSchema,
  beginAccountsSchema,
  changePersonSchema,
  handOverSchema,
  inviteSchema,
  showInvitationSchema,
} from '#contract/access/people.ts'
import {
  requestPasswordResetSchema,
  resetPasswordSchema,
  showPasswordResetSchema,
} from '#contract/access/password-reset.ts'
import { allowAppDomainsSchema, callByAppSchema } from '#contract/mcp-apps.ts'
import { modelRuleSchema } from '#contract/model-access.ts'
import { setGrantSchema } from '#contract/grants.ts'
import { nameTeamSchema, peopleSettingsSchema, setMemberSchema } from '#contract/access/teams.ts'
import {
  addPasskeySchema,
  passkeySignInSchema,
  renamePasskeySchema,
} from '#contract/access/passkeys.ts'
import {
  fullProofSchema,
  signInCodeSchema,
  turnOnSecondFactorSchema,
} from '#contract/access/second-factor.ts'
import { chatShareOptionsSchema } from '#contract/chat/chat-shares.ts'
import { changeAssetShareSchema } from '#contract/sharing/shares.ts'
import { setLimitSchema } from '#contract/spending.ts'
import { setServerSettingSchema, testMailSchema } from '#contract/server-settings.ts'
import { storedModelRefSchema } from '#contract/stored-models.ts'
import { createTaskSchema } from '#contract/tasks.ts'
import { temporaryQuestionSchema } from '#contract/chat/temporary-chat.ts'
import { messagesRequestSchema } from '../../routes/llm/messages-request.ts'
import { schemas } from '../../routes/openapi/schemas.ts'
import { mcpBody } from './mcp-requests.ts'

/** Kind of a route's body: a schema for JSON, a file, or none. */
export type BodyKind = z.core.$ZodType | 'picture' | 'model' | 'zip' | 'text' | 'none'

export type FuzzRoute = { method: string; path: string; body: BodyKind }

const completion = schemas.ChatCompletionRequest
const generation = schemas.GenerationRequest

/** URL of a port without a server, because a test run must send no requests to services. */
const nowhere = 'http://127.0.0.1:9'
const connection = z.object({
  ...createConnectionSchema.shape,
  kind: z.enum(['openai-compatible', 'ollama', 'comfyui', 'gradio']),
  address: z.literal(nowhere),
})
const connectionChange = z.object({
  ...changeConnectionSchema.shape,
  address: z.literal(nowhere).optional(),
})
const mcpServer = z.object({
  name: createMcpServerSchema.shape.name,
  address: z.literal(nowhere),
  secrets: createMcpServerSchema.shape.secrets,
})

const webApi = z.object({
  ...createWebApiSchema.shape,
  documentAddress: z.literal(nowhere).optional(),
})

const bodies: Record<string, BodyKind> = {
  'POST /api/session': signInSchema,
  'POST /api/session/code': signInCodeSchema,
  'POST /api/session/oidc': beginOidcSchema,
  'POST /api/session/oidc/backchannel-logout': 'text',
  'POST /api/session/passkey': passkeySignInSchema,
  'POST /api/passkeys': addPasskeySchema,
  'PATCH /api/passkeys/:id': renamePasskeySchema,
  'POST /api/session/confirmed': signInSchema,
  'POST /api/session/confirmed/code': signInCodeSchema,
  'POST /api/second-factor': turnOnSecondFactorSchema,
  'POST /api/second-factor/remove': fullProofSchema,
  'POST /api/second-factor/recovery-codes': fullProofSchema,
  'PUT /api/password': changePasswordSchema,
  'POST /api/password/remove': removePasswordSchema,
  'POST /api/people': beginAccountsSchema,
  'POST /api/people/invitations': inviteSchema,
  'PATCH /api/people/:id': changePersonSchema,
  'POST /api/people/:id/hand-over': handOverSchema,
  'PUT /api/conversations/:id/access': setGrantSchema,
  'PUT /api/assets/:id/access': setGrantSchema,
  'PUT /api/models/access': modelRuleSchema,
  'PUT /api/people/settings': peopleSettingsSchema,
  'POST /api/teams': nameTeamSchema,
  'PATCH /api/teams/:id': nameTeamSchema,
  'PUT /api/teams/:id/members/:userId': setMemberSchema,
  'POST /api/invitation': showInvitationSchema,
  'POST /api/invitation/accept': acceptInvitationSchema,
  'POST /api/password-reset': requestPasswordResetSchema,
  'POST /api/password-reset/show': showPasswordResetSchema,
  'POST /api/password-reset/accept': resetPasswordSchema,
  'POST /api/model-files': 'text',
  'POST /api/conversations': copyConversationSchema,
  'PATCH /api/conversations/:id': changeConversationSchema,
  'PUT /api/conversations/:id/settings': chatSettingsSchema,
  'POST /api/conversations/:id/messages': addMessageSchema,
  'PUT /api/conversations/:id/share': chatShareOptionsSchema,
  'PATCH /api/assets/:id/share': changeAssetShareSchema,
  'POST /api/temporary-answers': temporaryQuestionSchema,
  'POST /api/conversations/:id/runs': startRunSchema,
  'POST /api/import': chatExportSchema,
  'POST /api/conversations/:id/summaries': createSummarySchema,
  'PUT /api/conversations/:id/summaries/:summaryId': changeSummarySchema,
  'PUT /api/folders/:id': putFolderSchema,
  'PUT /api/folders/:id/knowledge': putFolderKnowledgeSchema,
  'PUT /api/chat/tools/:name': putToolDefaultSchema,
  'PUT /api/chat/summaries': summarySettingsSchema,
  'PUT /api/chat/defaults': chatDefaultSchema,
  'PUT /api/push/subscription': pushSubscriptionBodySchema,
  'PUT /api/memory': putMemoryStateSchema,
  'PUT /api/memory/:id': putMemorySchema,
  'PUT /api/assistants/:id': putAssistantSchema,
  'POST /api/assistants/import': 'text',
  'PUT /api/ratings/answers/:id': putRatingSchema,
  'PUT /api/ratings/votes/:id': putVoteSchema,
  'PUT /api/schedules/:id': putScheduleSchema,
  'PATCH /api/schedules/:id': pauseScheduleSchema,
  'POST /api/schedules/:id/runs': startScheduleSchema,

  'PUT /api/prompts/:id': putPromptSchema,
  'POST /api/documents': 'text',
  'PUT /api/documents/:id/encoding': setEncodingSchema,
  'POST /api/runs/:id/tool-calls/:index': decideToolCallSchema,
  'POST /api/runs/:id/tool-calls/:index/answer': toolAnswerSchema,
  'PUT /api/runs/:id/tool-calls/:index/encoding': setEncodingSchema,
  'PUT /api/runs/:id/tool-calls/:index/app/domains': allowAppDomainsSchema,
  'POST /api/runs/:id/tool-calls/:index/app/calls': callByAppSchema,
  'POST /api/runs/:id/tool-calls/:index/app/resource': readMcpResourceSchema,
  'POST /api/files': 'picture',
  'POST /api/pictures': remotePictureSchema,
  'POST /api/tasks': createTaskSchema,
  'POST /api/bills/price': priceRequestSchema,
  'POST /api/assets': 'model',
  'PATCH /api/assets/:id': assetPatchSchema,
  'POST /api/assets/:id/versions': changeAssetSchema,
  'POST /api/library/archive': 'zip',
  'POST /api/keys': createKeySchema,
  'PATCH /api/keys/:id': changeKeySchema,
  'PATCH /api/models': changeModelsSchema,
  'PUT /api/models/defaults': setDefaultSchema,
  'PUT /api/models/aliases': modelAliasSchema,
  'POST /api/own-connections': connection,
  'POST /api/own-connections/test': connection,
  'POST /api/own-connections/:id/test': connectionChange,
  'PATCH /api/own-connections/:id': connectionChange,
  'PATCH /api/own-connections/:id/models': changeModelsSchema,
  'POST /api/connections': connection,
  'POST /api/connections/test': connection,
  'POST /api/connections/:id/test': connectionChange,
  'POST /api/connections/:id/word': tryModelSchema,
  'PATCH /api/connections/:id': connectionChange,
  'POST /api/connections/:id/stored-models/unload': storedModelRefSchema,
  'POST /api/connections/:id/stored-models/delete': storedModelRefSchema,
  'POST /api/connections/:id/downloads': storedModelRefSchema,
  'POST /api/web-apis': webApi,
  'PATCH /api/web-apis/:id': changeWebApiSchema,
  'POST /api/mcp-servers': mcpServer,
  'PATCH /api/mcp-servers/:id': changeMcpServerSchema,
  'POST /api/mcp-servers/signed-in': mcpSignedInSchema,
  'POST /api/mcp-servers/:id/prompt': useMcpPromptSchema,
  'POST /api/mcp-servers/:id/resource': readMcpResourceSchema,
  'PUT /api/networks/folder': networkFolderSchema,
  'PATCH /api/networks/:id': changeNetworkSchema,
  'PUT /api/networks/:id/files/:name': 'model',
  'PUT /api/python/packages/:name': 'model',
  'POST /api/voice/transcriptions': completion,
  'POST /api/voice/speech': completion,
  'POST /api/shapes/:id/codes': 'model',
  'POST /api/slicer-files': 'model',
  'POST /api/model-imports/read': readImportSchema,
  'POST /api/model-imports': createImportSchema,
  'PUT /api/limits': setLimitSchema,
  'PUT /api/settings/:name': setServerSettingSchema,
  'POST /api/settings/test-mail': testMailSchema,
  'POST /api/v1/storage/files': 'picture',
  'POST /llm/chat/completions': completion,
  'POST /llm/v1/chat/completions': completion,
  'POST /llm/openai/v1/chat/completions': completion,
  'POST /llm/messages': messagesRequestSchema,
  'POST /llm/v1/messages': messagesRequestSchema,
  'POST /llm/anthropic/v1/messages': messagesRequestSchema,
  'POST /llm/messages/count_tokens': messagesRequestSchema,
  'POST /llm/v1/messages/count_tokens': messagesRequestSchema,
  'POST /llm/anthropic/v1/messages/count_tokens': messagesRequestSchema,
  'POST /llm/completions': schemas.TextCompletionRequest,
  'POST /llm/v1/completions': schemas.TextCompletionRequest,
  'POST /llm/openai/v1/completions': schemas.TextCompletionRequest,
  'POST /llm/responses': schemas.ResponseRequest,
  'POST /llm/v1/responses': schemas.ResponseRequest,
  'POST /llm/openai/v1/responses': schemas.ResponseRequest,
  'POST /llm/embeddings': completion,
  'POST /llm/v1/embeddings': completion,
  'POST /llm/openai/v1/embeddings': completion,
  'POST /llm/rerank': completion,
  'POST /llm/v1/rerank': completion,
  'POST /llm/images/generations': completion,
  'POST /llm/v1/images/generations': completion,
  'POST /llm/openai/v1/images/generations': completion,
  'POST /llm/images/edits': completion,
  'POST /llm/v1/images/edits': completion,
  'POST /llm/openai/v1/images/edits': completion,
  'POST /llm/audio/transcriptions': completion,
  'POST /llm/v1/audio/transcriptions': completion,
  'POST /llm/openai/v1/audio/transcriptions': completion,
  'POST /llm/audio/speech': completion,
  'POST /llm/v1/audio/speech': completion,
  'POST /llm/openai/v1/audio/speech': completion,
  'POST /model/v1/generation': generation,
  'POST /model/v1/generation/sync': generation,
  'POST /model/v1/generation/precharge': generation,
  'POST /model/v1/queue/:model{.+}': createTaskSchema.shape.params,
  'POST /model/v1/files': 'picture',
  'POST /model/v1/library': 'model',
  'POST /mcp': mcpBody,
}

const bodyless = new Set([
  'PUT /api/assets/:id/share',
  'PUT /api/folders/:id/documents/:documentId',
  'POST /api/people/scim',
  'POST /api/people/invitations/:id/link',
  'POST /api/people/:id/sign-out',
  'POST /api/people/:id/remove-second-factor',
  'POST /api/people/:id/delete',
  'POST /api/people/:id/keep',
  'POST /api/account/delete',
  'POST /api/account/keep',
  'POST /api/second-factor/setup',
  'POST /api/session/passkey/options',
  'POST /api/passkeys/options',
  'POST /api/shared-chats/:token/continue',
  'POST /api/models/known',
  'POST /api/conversations/:id/restore',
  'POST /api/conversations/:id/title',
  'POST /api/runs/:id/stop',
  'POST /api/settings/test-alert',
  'POST /api/settings/alert-secret',
  'POST /api/status/shrink',
  'POST /api/status/tasks/:id/cancel',
  'POST /api/tasks/:id/cancel',
  'POST /api/assets/:id/restore',
  'POST /api/keys/:id/revoke',
  'POST /api/keys/:id/webhook-secret',
  'POST /api/keys/:id/webhooks/:delivery/resend',
  'POST /api/web-apis/:id/refresh',
  'POST /api/mcp-servers/:id/refresh',
  'POST /api/mcp-servers/:id/sign-in',
  'POST /api/networks/:id/download',
  'POST /api/networks/:id/pause',
  'POST /api/model-imports/:id/compare',
  'POST /api/model-imports/:id/refresh',
  'PUT /model/v1/queue/:model{.+}/requests/:id/cancel',
  'POST /model/v1/generation/task/:id/cancel',
  'PUT /model/v1/generation/task/:id/cancel',
])

/**
 * Returns the entries with which the tables in this file are wrong or incomplete: bodies of missing
 * routes, and routes that change data without a body.
 */
export const strayBodies = (routes: readonly FuzzRoute[]): string[] => {
  const there = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  const known = new Set([...Object.keys(bodies), ...bodyless])
  return [
    ...[...known].filter((name) => !there.has(name)),
    ...[...there].filter(
      (name) => /^(?:POST|PUT|PATCH) /.test(name) && !known.has(name) && !isMiddleware(name),
    ),
  ]
}

/**
 * Paths of middleware that are not routes. All paths that end in a star also belong to middleware.
 */
const middleware = new Set([
  'PATCH /api/keys',
  'PATCH /api/people',
  'PUT /api/people',
  'PUT /api/limits/:id',
])
const isMiddleware = (name: string) => name.includes('*') || middleware.has(name)

/**
 * Returns all routes under `/api`, `/llm` and `/model` that the app has registered, and `/mcp`,
 * which accepts any method.
 */
export function fuzzRoutes(routed: readonly { method: string; path: string }[]): FuzzRoute[] {
  const names = new Set([
    ...routed
      .filter(({ method, path }) => method !== 'ALL' && /^\/(?:api|llm|model)\//.test(path))
      .map(({ method, path }) => `${method} ${path}`),
    ...(routed.some(({ method, path }) => method === 'ALL' && path === '/mcp')
      ? ['POST /mcp', 'GET /mcp', 'DELETE /mcp']
      : []),
  ])
  return [...names].map((name) => {
    const [method = 'GET', path = '/'] = name.split(' ')
    return { method, path, body: bodies[name] ?? 'none' }
  })
}
