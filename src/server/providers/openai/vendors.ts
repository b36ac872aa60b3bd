import type { VendorQuirks } from './quirks/vendor-quirks.ts'

/**
 * A service that speaks OpenAI's chat protocol, and what one has to know to reach it. Adding the next one
 * is one entry in `vendors`.
 */
export type Vendor = {
  id: string
  name: string
  /** A sentence for a person who does not know it. */
  about: string
  group: 'local' | 'cloud' | 'custom'
  /** With its version. */
  baseUrl?: string
  /** Whether a person may enter another address; services in the cloud have one only. */
  hasOwnAddress?: boolean
  key: 'required' | 'optional' | 'none'
  /** How a key begins. */
  keyPlaceholder?: string
  /** Where keys are made. */
  keyUrl?: string
  /** Shown where there is no usual address. */
  addressExample?: string
  /** Its Responses API keeps responses and runs hosted tools, which a translation cannot. */
  hasResponses?: boolean
  quirks?: VendorQuirks
}

/** Refused by all who check the fields of a request and do not store answers. */
const noStore = ['store']

export const vendors: readonly Vendor[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    about: 'GPT models.',
    group: 'cloud',
    baseUrl: 'https://api.openai.com/v1',
    key: 'required',
    keyPlaceholder: 'sk-…',
    keyUrl: 'https://platform.openai.com/api-keys',
    hasResponses: true,
    quirks: { tokenField: 'max_completion_tokens', hasDeveloperRole: true },
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    about: 'Gemini models.',
    group: 'cloud',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    key: 'required',
    keyUrl: 'https://aistudio.google.com/apikey',
    quirks: { idPrefix: 'models/', refuses: noStore, thinking: 'gemini' },
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    about: 'Models from many companies with one key.',
    group: 'cloud',
    baseUrl: 'https://openrouter.ai/api/v1',
    key: 'required',
    keyPlaceholder: 'sk-or-…',
    keyUrl: 'https://openrouter.ai/settings/keys',
    quirks: {
      tokenField: 'max_tokens',
      thinking: 'reasoning',
      handsBack: ['reasoning_details'],
      keyTest: '/key',
    },
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    about: 'DeepSeek models.',
    group: 'cloud',
    baseUrl: 'https://api.deepseek.com/v1',
    key: 'required',
    keyPlaceholder: 'sk-…',
    keyUrl: 'https://platform.deepseek.com/api_keys',
    quirks: {
      tokenField: 'max_tokens',
      refuses: noStore,
      thinking: 'typeAndEffort',
      handsBack: ['reasoning_content'],
    },
  },
  {
    id: 'groq',
    name: 'Groq',
    about: 'Open models on fast hardware.',
    group: 'cloud',
    baseUrl: 'https://api.groq.com/openai/v1',
    key: 'required',
    keyPlaceholder: 'gsk_…',
    keyUrl: 'https://console.groq.com/keys',
    quirks: { tokenField: 'max_completion_tokens', thinking: 'groq' },
  },
  {
    id: 'mistral',
    name: 'Mistral',
    about: 'Mistral models.',
    group: 'cloud',
    baseUrl: 'https://api.mistral.ai/v1',
    key: 'required',
    keyUrl: 'https://console.mistral.ai/api-keys',
    quirks: {
      tokenField: 'max_tokens',
      refuses: noStore,
      renames: { seed: 'random_seed' },
      toolChoices: { required: 'any' },
      hasShortToolIds: true,
    },
  },
  {
    id: 'xai',
    name: 'xAI',
    about: 'Grok models.',
    group: 'cloud',
    baseUrl: 'https://api.x.ai/v1',
    key: 'required',
    keyPlaceholder: 'xai-…',
    keyUrl: 'https://console.x.ai',
    hasResponses: true,
    quirks: {
      tokenField: 'max_completion_tokens',
      refuses: noStore,
      countsThoughtsApart: true,
    },
  },
  {
    id: 'together',
    name: 'Together AI',
    about: 'Open models, hosted.',
    group: 'cloud',
    baseUrl: 'https://api.together.ai/v1',
    key: 'required',
    keyUrl: 'https://api.together.ai/settings/api-keys',
    quirks: {
      tokenField: 'max_tokens',
      refuses: noStore,
      refusesStrict: true,
      thinking: 'enabled',
    },
  },
  {
    id: 'moonshot',
    name: 'Moonshot AI',
    about: 'Kimi models.',
    group: 'cloud',
    baseUrl: 'https://api.moonshot.ai/v1',
    key: 'required',
    keyPlaceholder: 'sk-…',
    keyUrl: 'https://platform.moonshot.ai/console/api-keys',
    quirks: {
      tokenField: 'max_tokens',
      refuses: noStore,
      refusesStrict: true,
      thinking: 'type',
      handsBack: ['reasoning_content'],
    },
  },
  {
    id: 'zai',
    name: 'Z.AI',
    about: 'GLM models.',
    group: 'cloud',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    key: 'required',
    keyUrl: 'https://z.ai/manage-apikey/apikey-list',
    quirks: { tokenField: 'max_tokens', refuses: noStore, thinking: 'type' },
  },
  {
    id: 'tokenhub',
    name: 'Tencent TokenHub',
    about: 'Hunyuan and other models on Tencent Cloud.',
    group: 'cloud',
    baseUrl: 'https://tokenhub.tencentmaas.com/v1',
    // Keys of Singapore have a host of their own.
    hasOwnAddress: true,
    addressExample: 'https://tokenhub-intl.tencentcloudmaas.com/v1',
    key: 'required',
    keyPlaceholder: 'sk-…',
    quirks: { tokenField: 'max_tokens', refuses: noStore },
  },
  {
    id: 'azure',
    name: 'Azure OpenAI',
    about: 'Models that you deployed on Azure.',
    group: 'cloud',
    hasOwnAddress: true,
    addressExample: 'https://my-resource.openai.azure.com/openai/v1',
    key: 'required',
    hasResponses: true,
    quirks: {
      keyHeader: 'api-key',
      tokenField: 'max_completion_tokens',
      hasDeveloperRole: true,
    },
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    about: 'Open models on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:1234/v1',
    hasOwnAddress: true,
    key: 'optional',
    quirks: { tokenField: 'max_tokens', refuses: noStore },
  },
  {
    id: 'llama-cpp',
    name: 'llama.cpp',
    about: 'llama.cpp’s own server.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:8080/v1',
    hasOwnAddress: true,
    key: 'optional',
    quirks: { tokenField: 'max_tokens', refuses: noStore, thinking: 'template' },
  },
  {
    id: 'vllm',
    name: 'vLLM',
    about: 'Open models on your own GPUs.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:8000/v1',
    hasOwnAddress: true,
    key: 'optional',
    quirks: { tokenField: 'max_tokens', refuses: noStore, thinking: 'template' },
  },
  {
    id: 'local-ai',
    name: 'LocalAI',
    about: 'Open models on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:8080/v1',
    hasOwnAddress: true,
    key: 'optional',
    quirks: { tokenField: 'max_tokens', refuses: noStore },
  },
  {
    id: 'jan',
    name: 'Jan',
    about: 'Open models on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:1337/v1',
    hasOwnAddress: true,
    key: 'optional',
    quirks: { tokenField: 'max_tokens', refuses: noStore },
  },
  {
    id: 'lemonade',
    name: 'Lemonade',
    about: 'Open models on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:13305/api/v1',
    hasOwnAddress: true,
    key: 'optional',
    quirks: { tokenField: 'max_tokens', refuses: noStore },
  },
  {
    id: 'openai-compatible',
    name: 'OpenAI-compatible',
    about: 'Any other server that speaks OpenAI’s chat protocol.',
    group: 'custom',
    hasOwnAddress: true,
    key: 'optional',
  },
]
