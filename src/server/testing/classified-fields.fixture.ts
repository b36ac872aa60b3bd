/**
 * Groups of people who may set a field of a request's body:
 * - `guest`: also people with write access to the chat or model. Grants nothing.
 * - `own`: the owner of the row, or the person about themselves.
 * - `team`: an owner of the team.
 * - `admin`: admins.
 * - `open`: anybody, before signing in. Proves an identity and grants nothing.
 * - `sent`: passed on to a model or service of the caller's choice, and not stored as a setting.
 */
export type FieldClass = 'guest' | 'own' | 'team' | 'admin' | 'open' | 'sent'

type Classes = Readonly<Partial<Record<FieldClass, string>>>

const modelFields =
  'contextTokens ids[] isFavourite isOn name price price.cacheWrite price.cached price.completion price.currency price.long.above price.long.cacheWrite price.long.cached price.long.completion price.long.prompt price.prompt'
const connectionFields = 'address chatApi headers.* name secrets.*'
const ownSettings = 'allowedTools[] paidCallsMax paidUsdMax summarises systemPrompt tools[]'
const settingsFields = `${ownSettings} params.*`
const keyFields = 'limits.monthlySpendUsd limits.requestsPerMinute limits.streams name scopes[]'
const passkeyFields = 'answer.* answer.id answer.response.* answer.response.clientDataJSON'
const toSettings = (fields: string) => fields.replaceAll(/\S+/g, 'settings.$&')
const assistantFields = toSettings('systemPrompt tools[] params.*')

/** Fields of each route of `/api` that accepts JSON. Spaces separate the fields. */
export const apiFields: Readonly<Record<string, Classes>> = {
  // Includes the fields of the chat's first question. In `settings`, guests may send only `params`.
  'POST /api/conversations/:id/runs': {
    guest:
      'answerId isContinuation isNext mergedIds[] modelId parentId question.attachments[].id question.attachments[].kind question.id question.text runId settings.params.*',
    own: `folderId ${toSettings(ownSettings)}`,
  },
  'POST /api/conversations/:id/messages': {
    guest: 'attachments[].id attachments[].kind id parentId role text',
  },
  'POST /api/conversations': { own: 'fromId id untilId' },
  'PATCH /api/conversations/:id': {
    guest: 'leafId title',
    own: 'folderId isArchived isPinned isUnread tags[]',
  },
  'PATCH /api/assets/:id': {
    guest: 'name notes[].at notes[].id notes[].line[] notes[].text tags[]',
    own: 'folder isStarred',
  },

  'PUT /api/conversations/:id/settings': { own: settingsFields },
  'POST /api/conversations/:id/summaries': { own: 'id modelId untilId' },
  'PUT /api/conversations/:id/summaries/:summaryId': { own: 'text' },
  'PUT /api/conversations/:id/access': { own: 'role teamId userId' },
  'PUT /api/conversations/:id/share': { own: 'canContinue withFiles' },
  'PUT /api/assets/:id/share': { own: 'altText canDownload expiresAt' },
  'PATCH /api/assets/:id/share': { own: 'altText canDownload expiresAt' },
  'PUT /api/assets/:id/access': { own: 'role teamId userId' },
  'POST /api/assets/:id/versions': {
    own: 'id steps[].drainMm steps[].format steps[].heightMm steps[].kind steps[].texturePx steps[].triangles steps[].wallMm',
  },
  'POST /api/runs/:id/tool-calls/:index': { own: 'isAllowed isAlways isEverywhere reason' },
  'PUT /api/runs/:id/tool-calls/:index/encoding': { own: 'encoding' },
  'PUT /api/runs/:id/tool-calls/:index/app/domains': { own: 'domains[]' },
  'POST /api/runs/:id/tool-calls/:index/app/calls': { own: 'name arguments.* permission' },
  'POST /api/runs/:id/tool-calls/:index/app/resource': { own: 'uri' },
  'POST /api/runs/:id/tool-calls/:index/answer': { own: 'action content.* content.*[] questionId' },
  'PUT /api/folders/:id': { own: 'name' },
  'PUT /api/folders/:id/knowledge': { own: 'embeddingModel instructions rerankModel' },
  'PUT /api/assistants/:id': {
    own: `description folderId modelId name picture starters[] teamId ${assistantFields}`,
  },
  'PUT /api/ratings/answers/:id': { own: 'isGood reason' },
  'PUT /api/ratings/votes/:id': { own: 'answerIds[] winnerId' },
  'PUT /api/schedules/:id': {
    own: 'allowedTools[] folderId modelId monthUsdMax name question runUsdMax timeZone timing.days[] timing.expression timing.kind timing.time tools[]',
  },
  'PATCH /api/schedules/:id': { own: 'isPaused' },
  'POST /api/schedules/:id/runs': { own: 'id' },
  'PUT /api/prompts/:id': { own: 'command text title' },
  'PUT /api/documents/:id/encoding': { own: 'encoding' },
  'PUT /api/chat/tools/:name': { own: 'isDefault' },
  'PUT /api/push/subscription': { own: 'endpoint keys.auth keys.p256dh' },
  'PUT /api/chat/summaries': { own: 'isAutomatic modelId usdMax' },
  'PUT /api/chat/defaults': { own: 'instructions modelId params.*' },
  'PUT /api/memory': { own: 'isOn' },
  'PUT /api/memory/:id': { own: 'text' },
  'POST /api/keys': { own: `expiresInDays ${keyFields}` },
  'PATCH /api/keys/:id': { own: keyFields },
  'POST /api/tasks': { own: 'id modelId params.* sourceAssetId' },
  'PUT /api/password': { own: 'current next' },
  'POST /api/passkeys': { own: `${passkeyFields} name` },
  'PATCH /api/passkeys/:id': { own: 'name' },
  'POST /api/second-factor': { own: 'code' },
  'POST /api/second-factor/recovery-codes': { own: 'code password' },
  'POST /api/second-factor/remove': { own: 'code password' },
  'POST /api/session/confirmed': { own: 'email password token' },
  'POST /api/session/confirmed/code': { own: 'code' },
  'POST /api/own-connections': { own: `kind ${connectionFields}`, team: 'teamId' },
  'PATCH /api/own-connections/:id/models': { own: modelFields },
  'PATCH /api/own-connections/:id': { own: `isOn ${connectionFields}` },
  'POST /api/own-connections/test': { own: `kind ${connectionFields}`, team: 'teamId' },
  'POST /api/own-connections/:id/test': { own: `isOn ${connectionFields}` },

  'POST /api/teams': { team: 'name' },
  'PATCH /api/teams/:id': { team: 'name' },
  'PUT /api/teams/:id/members/:userId': { team: 'role' },

  'POST /api/people': { admin: 'email name' },
  'POST /api/people/invitations': { admin: 'email name role' },
  'POST /api/people/:id/hand-over': { admin: 'to' },
  'PATCH /api/people/:id': { admin: 'isOff role' },
  'PUT /api/people/settings': { admin: 'adminsReadChats membersConnect membersMakeTeams' },
  'POST /api/password/remove': { admin: 'current' },
  'PUT /api/settings/:name': { admin: 'value' },
  'POST /api/settings/test-mail': { admin: 'to' },
  'PUT /api/limits': { admin: 'amount measure period scope subject' },
  'PUT /api/models/access': { admin: 'isForAll target teamIds[] userIds[]' },
  'PUT /api/models/aliases': { admin: 'name targets[] timeoutSeconds' },
  'PUT /api/models/defaults': { admin: 'modelId purpose' },
  'PATCH /api/models': { admin: modelFields },
  'POST /api/model-imports': { admin: 'connection name output params[] pictures[] source' },
  'POST /api/model-imports/read': { admin: 'connection name source' },
  'POST /api/connections': { admin: `kind ${connectionFields}` },
  'PATCH /api/connections/:id': { admin: `isOn ${connectionFields}` },
  'POST /api/connections/test': { admin: `kind ${connectionFields}` },
  'POST /api/connections/:id/test': { admin: `isOn ${connectionFields}` },
  'POST /api/connections/:id/word': { admin: 'modelId' },
  'POST /api/connections/:id/downloads': { admin: 'model' },
  'POST /api/connections/:id/stored-models/delete': { admin: 'model' },
  'POST /api/connections/:id/stored-models/unload': { admin: 'model' },
  'POST /api/web-apis': {
    admin: 'auth.kind auth.name baseAddress document documentAddress key name',
  },
  'PATCH /api/web-apis/:id': {
    admin: 'auth.kind auth.name baseAddress document isOn key name operations.*',
  },
  'POST /api/mcp-servers': {
    admin: 'address client.id client.secret command[] name secrets.*',
  },
  'PATCH /api/mcp-servers/:id': {
    admin: 'client client.id client.secret isOn name secrets.* tools.*',
  },
  'POST /api/mcp-servers/:id/prompt': { admin: 'arguments.* name' },
  'POST /api/mcp-servers/:id/resource': { admin: 'uri' },
  'POST /api/mcp-servers/signed-in': { admin: 'code iss state' },
  'PUT /api/networks/folder': { admin: 'folder' },
  'PATCH /api/networks/:id': { admin: 'isUsed' },

  'POST /api/session': { open: 'email password token' },
  'POST /api/session/code': { open: 'code' },
  'POST /api/session/oidc': { open: 'purpose' },
  'POST /api/session/passkey': { open: passkeyFields },
  'POST /api/invitation': { open: 'token' },
  'POST /api/invitation/accept': { open: 'email name password token' },
  'POST /api/password-reset': { open: 'email' },
  'POST /api/password-reset/show': { open: 'token' },
  'POST /api/password-reset/accept': { open: 'password token' },

  'POST /api/temporary-answers': {
    sent: 'messages[].pictures[] messages[].role messages[].text modelId settings.params.* settings.systemPrompt',
  },
  'POST /api/bills/price': { sent: 'modelId params.*' },
  'POST /api/pictures': { sent: 'url' },
}

export const withoutJson: readonly string[] = [
  'POST /api/account/delete',
  'POST /api/account/keep',
  'POST /api/assets',
  'POST /api/assets/:id/restore',
  'POST /api/assistants/import',
  'POST /api/conversations/:id/restore',
  'POST /api/conversations/:id/title',
  'POST /api/documents',
  'POST /api/files',
  'POST /api/import',
  'POST /api/keys/:id/revoke',
  'POST /api/keys/:id/webhook-secret',
  'POST /api/keys/:id/webhooks/:delivery/resend',
  'POST /api/library/archive',
  'POST /api/web-apis/:id/refresh',
  'POST /api/mcp-servers/:id/refresh',
  'POST /api/mcp-servers/:id/sign-in',
  'POST /api/model-files',
  'POST /api/model-imports/:id/compare',
  'POST /api/model-imports/:id/refresh',
  'POST /api/models/known',
  'POST /api/networks/:id/download',
  'POST /api/networks/:id/pause',
  'POST /api/passkeys/options',
  'POST /api/people/:id/delete',
  'POST /api/people/:id/keep',
  'POST /api/people/:id/remove-second-factor',
  'POST /api/people/:id/sign-out',
  'POST /api/people/invitations/:id/link',
  'POST /api/people/scim',
  'POST /api/runs/:id/stop',
  'POST /api/second-factor/setup',
  'POST /api/session/oidc/backchannel-logout',
  'POST /api/session/passkey/options',
  'POST /api/settings/alert-secret',
  'POST /api/settings/test-alert',
  'POST /api/shapes/:id/codes',
  'POST /api/slicer-files',
  'POST /api/shared-chats/:token/continue',
  'POST /api/status/shrink',
  'POST /api/status/tasks/:id/cancel',
  'POST /api/tasks/:id/cancel',
  'POST /api/v1/storage/files',
  'POST /api/voice/speech',
  'POST /api/voice/transcriptions',
  'PUT /api/folders/:id/documents/:documentId',
  'PUT /api/networks/:id/files/:name',
  'PUT /api/python/packages/:name',
]

/**
 * Fields of routes in `/openapi.json`, which programs call. No field changes the rights of the
 * request's API key.
 */
export const programFields: Readonly<Record<string, Classes>> = {
  'post /llm/v1/chat/completions': {
    sent: '.* frequency_penalty max_completion_tokens max_tokens messages[].* messages[].content messages[].content[].* messages[].content[].image_url.* messages[].content[].image_url.detail messages[].content[].image_url.url messages[].content[].text messages[].content[].type messages[].name messages[].role messages[].tool_call_id messages[].tool_calls messages[].tool_calls[] model n presence_penalty reasoning_effort response_format response_format.* response_format.type seed stop stop[] stream stream_options stream_options.* stream_options.include_usage temperature tool_choice tool_choice.* tools tools[].* tools[].type top_p',
  },
  'post /llm/v1/responses': {
    sent: '.* include include[] input input[].* input[].type instructions max_output_tokens model parallel_tool_calls previous_response_id reasoning reasoning.* reasoning.effort store stream temperature text text.* text.format text.format.* text.format.type tool_choice tool_choice.* tools tools[] top_logprobs top_p',
  },
  'post /llm/v1/completions': {
    sent: '.* max_tokens model prompt prompt[] stream stream_options stream_options.* stream_options.include_usage',
  },
  'post /llm/v1/images/generations': { sent: '.* model n prompt size stream' },
  'post /llm/v1/images/edits': { sent: '.* image mask model n prompt size stream' },
  'post /llm/v1/audio/speech': { sent: '.* input model response_format voice voice.*' },
  'post /model/v1/generation': { sent: '.* input[].* input[].params.* model' },
  'post /model/v1/generation/sync': { sent: '.* input[].* input[].params.* model' },
  'post /model/v1/generation/precharge': { sent: '.* input[].* input[].params.* model' },
}

export const listNames = (classes: Classes): string[] =>
  Object.values(classes)
    .flatMap((names) => names.split(' '))
    .toSorted()
