import { samplingFields, type ResponsesQuirks, type VendorQuirks } from './quirks/vendor-quirks.ts'

/** A service with OpenAI's chat protocol. */
export type Vendor = {
  id: string
  name: string
  /** One sentence for users who do not know the service. */
  about: string
  group: 'local' | 'cloud' | 'custom'
  /** Default base URL, including the version. */
  baseUrl?: string
  /** True if the user may enter another address. Most cloud services have only one address. */
  hasOwnAddress?: boolean
  key: 'required' | 'optional' | 'none'
  keyPlaceholder?: string
  keyUrl?: string
  /** Example that is shown if there is no default address. */
  addressExample?: string
  /**
   * True if `/llm/v1/responses` forwards requests unchanged. A conversion to chat completions would
   * disable the vendor's stored responses and hosted tools.
   */
  hasResponses?: boolean
  quirks?: VendorQuirks
}

/** Some services store no answers and refuse the field `store`. */
const noStore = ['store']

/**
 * Matches models that refuse tools on chat completions or support only the Responses API. The
 * pattern matches version numbers, because a list of ids would be outdated with the next release.
 */
const responsesModels =
  /^(?:ft:)?(?:gpt-5\.(?:[4-9]|\d\d)|gpt-(?:[6-9]|\d\d))|-pro(?:-|$)|codex|deep-research|computer-use/

const openAiResponses: ResponsesQuirks = {
  usualFor: responsesModels,
  summarizes: true,
  pads: true,
}

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
    quirks: {
      tokenField: 'max_completion_tokens',
      hasDeveloperRole: true,
      toolIdLengthMax: 40,
      responses: openAiResponses,
    },
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    about: 'Gemini models.',
    group: 'cloud',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    key: 'required',
    keyUrl: 'https://aistudio.google.com/apikey',
    quirks: {
      idPrefix: 'models/',
      refuses: noStore,
      thinking: 'gemini',
      callSignature: 'skip_thought_signature_validator',
      models: [
        {
          matches: /gemini-(?:3\.[78]|4)-flash|gemini-4/,
          efforts: ['low', 'medium', 'high'],
          refuses: ['temperature', 'top_p', 'top_k'],
        },
        {
          matches: /gemini-3\.6/,
          efforts: ['minimal', 'low', 'medium', 'high'],
          refuses: ['temperature', 'top_p', 'top_k'],
        },
        { matches: /gemini-3(?:\.1)?-pro/, efforts: ['low', 'medium', 'high'] },
        { matches: /gemini-3/, efforts: ['minimal', 'low', 'medium', 'high'] },
        {
          matches: /gemini-2\.5-pro/,
          efforts: ['minimal', 'low', 'medium', 'high'],
          thinking: 'geminiBudget',
        },
        {
          matches: /gemini-2\.5/,
          efforts: ['none', 'minimal', 'low', 'medium', 'high'],
          thinking: 'geminiBudget',
        },
      ],
    },
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
      responses: { summarizes: true },
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
      models: [{ matches: /^deepseek-v[4-9]/, efforts: ['none', 'high', 'max'] }],
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
    quirks: {
      tokenField: 'max_completion_tokens',
      thinking: 'groq',
      responses: { refuses: ['store', 'include'] },
    },
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
      models: [
        {
          matches: /^grok-(?:4\.[5-9]|[5-9])/,
          efforts: ['low', 'medium', 'high'],
          refuses: ['presence_penalty', 'frequency_penalty', 'stop'],
        },
        {
          matches: /^grok-(?:4(?!.*non-reasoning)|3-mini)/,
          refuses: ['presence_penalty', 'frequency_penalty', 'stop'],
        },
      ],
      responses: {},
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
      tokenField: 'max_completion_tokens',
      refuses: noStore,
      refusesStrict: true,
      thinking: 'type',
      handsBack: ['reasoning_content'],
      models: [
        {
          matches: /^kimi-k[3-9]/,
          efforts: ['low', 'high', 'max'],
          thinking: 'effort',
          refuses: [...samplingFields, 'n'],
        },
        // This model always thinks and refuses an effort.
        { matches: /^kimi-k2\.7-code/, refuses: ['reasoning_effort'] },
      ],
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
    quirks: {
      tokenField: 'max_tokens',
      refuses: noStore,
      thinking: 'type',
      handsBack: ['reasoning_content'],
      models: [
        {
          matches: /^glm-(?:5\.[2-9]|[6-9])/,
          efforts: ['none', 'high', 'max'],
          thinking: 'typeKeepingThoughts',
          withTools: { tool_stream: true },
        },
        { matches: /^glm-(?:4\.[6-9]|5)/, withTools: { tool_stream: true } },
      ],
    },
  },
  {
    id: 'alibaba',
    name: 'Alibaba Model Studio',
    about: 'Qwen models.',
    group: 'cloud',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    // Keys of accounts in mainland China require another host.
    hasOwnAddress: true,
    addressExample: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    key: 'required',
    keyPlaceholder: 'sk-…',
    keyUrl: 'https://modelstudio.console.alibabacloud.com/',
    quirks: {
      tokenField: 'max_tokens',
      refuses: noStore,
      thinking: 'enable',
      handsBack: ['reasoning_content'],
      models: [{ matches: /^qwen3\.[89]-max|^qwen[4-9]/, thinking: 'enableAndEffort' }],
    },
  },
  {
    id: 'tokenhub',
    name: 'Tencent TokenHub',
    about: 'Hunyuan and other models on Tencent Cloud.',
    group: 'cloud',
    baseUrl: 'https://tokenhub.tencentmaas.com/v1',
    // Keys of accounts in Singapore require another host.
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
      responses: openAiResponses,
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
    quirks: { tokenField: 'max_tokens', refuses: noStore, responses: {} },
  },
  {
    id: 'llama-cpp',
    name: 'llama.cpp',
    about: 'The server of llama.cpp, on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:8080/v1',
    hasOwnAddress: true,
    key: 'optional',
    quirks: {
      tokenField: 'max_tokens',
      refuses: noStore,
      thinking: 'template',
      responses: {},
    },
  },
  {
    id: 'vllm',
    name: 'vLLM',
    about: 'Open models on your own GPUs.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:8000/v1',
    hasOwnAddress: true,
    key: 'optional',
    quirks: {
      tokenField: 'max_tokens',
      refuses: noStore,
      thinking: 'template',
      responses: {},
    },
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
    quirks: { responses: {} },
  },
]
