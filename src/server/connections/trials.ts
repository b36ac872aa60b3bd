import type {
  ChangeConnection,
  CreateConnection,
  TryModelRequest,
  TrialAnswer,
} from '#contract/connections.ts'
import type { ConnectionSettings, ProviderKind } from '../ports/provider-kind.ts'
import type { HttpError } from '../errors/http-error.ts'
import { checkDraft, findProviderKind, mergeChange, type Draft } from './draft.ts'
import { findEntry } from './find-entry.ts'
import { divideFields, withHeaderFields } from './header-fields.ts'
import type { LiveConnections } from './live-connections.ts'
import { runConnectionTest, type TellStep } from './test-connection.ts'
import { sendTestQuestion } from './try-word.ts'

/**
 * Runs a test and reports each step to `tell`.
 * @throws the errors of `runConnectionTest`.
 */
export type TestRun = (tell: TellStep, signal: AbortSignal) => Promise<void>

export type Trials = {
  /**
   * Tests a connection before it is created.
   * @throws {HttpError} `bad_request` for fields that the kind does not accept.
   */
  test: (request: CreateConnection) => TestRun
  /**
   * Tests a stored connection with changes.
   * @throws {HttpError} `not_found`, and as `test`.
   */
  testStored: (id: string, change: ChangeConnection) => TestRun
  /**
   * Sends a model one short question, for which its service may charge.
   * @throws {HttpError} `not_found`, `unknown_model` for a model of another connection, and as
   * `ChatProvider.streamChat`.
   */
  tryWord: (id: string, asked: TryModelRequest, signal: AbortSignal) => Promise<TrialAnswer>
}

type Options = {
  kinds: readonly ProviderKind[]
  live: LiveConnections
  allowedHosts: readonly string[]
}

export function createTrials({ kinds, live, allowedHosts }: Options): Trials {
  return {
    test: (request) => {
      const kind = findProviderKind(kinds, request.kind)
      const draft = checkDraft(kind, withHeaderFields(request))
      const name = request.name ?? kind.name
      const trial = { kind, id: 'test', name, ...draft }
      return async (tell, signal) => {
        await tryOut(trial, allowedHosts, { tell, signal })
      }
    },
    testStored: (id, change) => {
      const entry = findEntry(live, id)
      const { kind, settings } = entry
      const trial = entry.source === 'settings' && {
        kind,
        id,
        name: change.name ?? entry.name,
        ...mergeChange(entry, withHeaderFields(change)),
      }
      const isSame = Object.keys(change).length === 0
      return async (tell, signal) => {
        const run = { tell, signal }
        const problem = trial
          ? await tryOut(trial, allowedHosts, run)
          : await runConnectionTest(kind.connect(settings), toTrialResult(settings), run)
        if (!isSame) return
        if (problem) live.noteFailure(id, problem)
        else live.noteAnswer(id)
      }
    },
    tryWord: (id, { modelId }, signal) => {
      const { id: provider } = findEntry(live, id)
      return sendTestQuestion(live.providerOf(provider)?.chat, modelId, signal)
    },
  }
}

type Trial = Draft & { kind: ProviderKind; id: string; name: string }

function tryOut(
  { kind, id, name, address, secrets, chatApi }: Trial,
  allowedHosts: readonly string[],
  run: { tell: TellStep; signal: AbortSignal },
): Promise<HttpError | undefined> {
  const service = {
    id,
    title: name,
    addressSetting: kind.address && 'the address',
    addressExample: kind.address?.example ?? '',
    keySetting: 'the key',
  }
  const settings = { service, ...divideFields(secrets), ...(chatApi && { chatApi }) }
  const provider = kind.connect({ ...settings, baseUrl: address ?? '', allowedHosts })
  return runConnectionTest(provider, toTrialResult(settings), run)
}

const toTrialResult = ({
  service,
  secrets,
  headers,
}: Pick<ConnectionSettings, 'service' | 'secrets' | 'headers'>) => ({
  service,
  hasKeys: Object.keys({ ...secrets, ...headers }).length > 0,
})
