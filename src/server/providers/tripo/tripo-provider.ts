import { HttpError } from '../../errors/http-error.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { createAccount } from '../service/account.ts'
import { bearer, connectService, type Tuning } from '../service/connect-service.ts'
import { hostModels } from '../service/host-model.ts'
import { stepsAfter } from '../service/step-schema.ts'
import { createTaskProvider } from '../service/task-provider.ts'
import { findRefusal } from './tripo-errors.ts'
import { fromTripoForm } from './tripo-form.ts'
import { tripoModels } from './tripo-models.ts'
import { orderTask } from './tripo-order.ts'
import { tripoSteps } from './tripo-steps.ts'
import { lookAtTask } from './tripo-task.ts'
import { ownValue } from '#lib/own-value.ts'

/** Maximum number of concurrent tasks per account. The model P1 allows five. */
const tasksMax = 10

export function connectTripo(
  settings: ConnectionSettings,
  { pollMs, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const { service, allowedHosts } = settings
  const root = toTripoBase(settings.baseUrl)
  const http = connectService(
    { ...settings, baseUrl: root },
    { root, headers: bearer(settings), findRefusal, tuning },
  )
  const account = createAccount(http, '/account/balance', { at: ['data', 'balance'] })
  return {
    url: http.root,
    generation: createTaskProvider({
      http,
      concurrency: tasksMax,
      isListBuiltIn: true,
      listModels: () => hostModels(service.id, tripoModels, 'tripo'),
      fromWire: fromTripoForm,
      order: async (request, signal) => {
        refuseClientId(settings)
        return orderTask(http, request, { allowedHosts, signal, pollMs })
      },
      look: (id, _request, signal) => lookAtTask(http, id, signal),
      readAccount: account.readAccount,
      steps: (source) => Promise.resolve(stepsAfter(service.id, tripoSteps(source), source.model)),
      allowedHosts,
      pollMs,
      idleMs,
    }),
    checkKeys: async (signal) => {
      refuseClientId(settings)
      return account.checkKeys(signal)
    },
  }
}

/**
 * Refuses the id of Tripo's command-line client, which users may mistake for a key.
 * @throws {HttpError} for such an id.
 */
function refuseClientId({ service, secrets }: ConnectionSettings): void {
  if (!secrets['key']?.startsWith('tcli_')) return
  throw new HttpError(
    'provider_refused',
    `This is the id of a Tripo client, not an API key: keys begin with “tsk_”. Enter one in ${service.keySetting}.`,
    { isAboutKey: true },
  )
}

/** Tripo's servers. A key is valid on only one of them. */
const tripoServers = [
  { label: 'International', address: 'https://openapi.tripo3d.ai/v3' },
  { label: 'China', address: 'https://openapi.tripo3d.com/v3' },
] as const

/** API v2 was shut down on 2026-10-31. The v3 hosts accept the keys of these v2 hosts. */
const successors: Readonly<Record<string, string>> = {
  'api.tripo3d.ai': 'openapi.tripo3d.ai',
  'api.tripo3d.com': 'openapi.tripo3d.com',
}

/**
 * Returns the v3 base URL for an address that the user entered for v2 or v3.
 * @param address with or without `/v3` or `/v2/openapi`. Empty: the international server.
 */
export function toTripoBase(address: string): string {
  const url = new URL(address || tripoServers[0].address)
  url.hostname = ownValue(successors, url.hostname) ?? url.hostname
  const path = url.pathname.replace(/\/(?:v2(?:\/openapi)?|v3)?\/?$/, '')
  return `${url.origin}${path}/v3`
}

export const tripoKind: ProviderKind = {
  id: 'tripo',
  name: 'Tripo',
  about: 'Textured models from pictures, views and descriptions.',
  offers: ['3d'],
  group: 'cloud',
  address: {
    default: tripoServers[0].address,
    example: tripoServers[0].address,
    choices: [...tripoServers],
  },
  secrets: [{ id: 'key', label: 'API key', isRequired: true, placeholder: 'tsk_…' }],
  keyUrl: 'https://platform.tripo3d.ai/api-keys',
  connect: (settings) => connectTripo(settings),
}
