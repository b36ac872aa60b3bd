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
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    about: 'Gemini models.',
    group: 'cloud',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    key: 'required',
    keyUrl: 'https://aistudio.google.com/apikey',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    about: 'Models of many companies with one key.',
    group: 'cloud',
    baseUrl: 'https://openrouter.ai/api/v1',
    key: 'required',
    keyPlaceholder: 'sk-or-…',
    keyUrl: 'https://openrouter.ai/settings/keys',
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
  },
  {
    id: 'mistral',
    name: 'Mistral',
    about: 'Mistral models.',
    group: 'cloud',
    baseUrl: 'https://api.mistral.ai/v1',
    key: 'required',
    keyUrl: 'https://console.mistral.ai/api-keys',
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
  },
  {
    id: 'together',
    name: 'Together AI',
    about: 'Open models, hosted.',
    group: 'cloud',
    baseUrl: 'https://api.together.ai/v1',
    key: 'required',
    keyUrl: 'https://api.together.ai/settings/api-keys',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    about: 'Open models on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:11434/v1',
    hasOwnAddress: true,
    key: 'optional',
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    about: 'Open models on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:1234/v1',
    hasOwnAddress: true,
    key: 'optional',
  },
  {
    id: 'llama-cpp',
    name: 'llama.cpp',
    about: 'The server of llama.cpp.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:8080/v1',
    hasOwnAddress: true,
    key: 'optional',
  },
  {
    id: 'vllm',
    name: 'vLLM',
    about: 'Open models on your own GPUs.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:8000/v1',
    hasOwnAddress: true,
    key: 'optional',
  },
  {
    id: 'local-ai',
    name: 'LocalAI',
    about: 'Open models on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:8080/v1',
    hasOwnAddress: true,
    key: 'optional',
  },
  {
    id: 'jan',
    name: 'Jan',
    about: 'Open models on your own machine.',
    group: 'local',
    baseUrl: 'http://127.0.0.1:1337/v1',
    hasOwnAddress: true,
    key: 'optional',
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
