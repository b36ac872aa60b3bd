import type { ProviderKind } from '../../ports/provider-kind.ts'
import {
  anthropicFlavour,
  compatibleFlavour,
  createAnthropicProvider,
} from './anthropic-provider.ts'

const anthropicUrl = 'https://api.anthropic.com'
const example = 'http://127.0.0.1:11434'

const about = { offers: ['chat' as const] }
const keyField = { id: 'key', label: 'API key' }

const anthropicKind: ProviderKind = {
  id: 'anthropic',
  name: 'Anthropic',
  about: 'Claude models.',
  group: 'cloud',
  ...about,
  secrets: [{ ...keyField, isRequired: true, placeholder: 'sk-ant-…' }],
  keyUrl: 'https://platform.claude.com/settings/keys',
  connect: ({ service, secrets }) => ({
    url: anthropicUrl,
    chat: createAnthropicProvider({
      service,
      baseUrl: anthropicUrl,
      flavour: anthropicFlavour,
      knownAs: 'anthropic',
      apiKey: secrets['key'],
    }),
  }),
}

const compatibleKind: ProviderKind = {
  id: 'anthropic-compatible',
  name: 'Anthropic-compatible',
  about: 'Any other server that speaks Anthropic’s Messages protocol.',
  group: 'custom',
  ...about,
  address: { example },
  takesHeaders: true,
  secrets: [{ ...keyField, isRequired: false }],
  connect: ({ service, baseUrl, secrets, headers }) => {
    const root = baseUrl.replace(/\/v1$/, '')
    return {
      url: root,
      chat: createAnthropicProvider({
        service,
        baseUrl: root,
        flavour: compatibleFlavour,
        apiKey: secrets['key'],
        headers,
      }),
    }
  },
}

export const anthropicKinds: readonly ProviderKind[] = [anthropicKind, compatibleKind]
