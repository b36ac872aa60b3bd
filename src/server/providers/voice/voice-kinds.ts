import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import type { VoiceModels } from '../../ports/voice.ts'
import { createPrivateCheck } from '../private-service.ts'
import { hasPaths } from '../service/openapi-mark.ts'
import { createVoice } from '../openai/voice/create-voice.ts'

const version = /^\/(?:\w+\/)?v1(?=\/)/

type Connect = ConnectionSettings & {
  fixed?: VoiceModels
  pathOf?: (path: string) => string
}

const connect = ({
  service,
  baseUrl,
  secrets,
  headers,
  fixed,
  pathOf = (path) => path,
}: Connect): ConnectedProvider => {
  const apiKey = secrets['key']
  return {
    url: baseUrl,
    voice: createVoice({ service, baseUrl, apiKey, headers, ...(fixed && { fixed }) }),
    llm: {
      service,
      apiKey,
      headers,
      hasOnlyVoice: true,
      isInPrivateNetwork: createPrivateCheck(baseUrl),
      urlOf: (path) => baseUrl + pathOf(path.replace(version, '')),
    },
  }
}

const about = {
  offers: ['voice' as const],
  group: 'local' as const,
  takesHeaders: true,
  secrets: [{ id: 'key', label: 'API key', isRequired: false }],
}

export const voiceKinds: readonly ProviderKind[] = [
  {
    ...about,
    id: 'whisper-cpp',
    name: 'whisper.cpp',
    about: 'Writes down what you say, on your own machine.',
    address: { default: 'http://127.0.0.1:8080', example: 'http://127.0.0.1:8080' },
    localMarks: [
      {
        origin: 'http://127.0.0.1:8080',
        path: '/',
        isIt: (answer) => typeof answer === 'string' && /whisper\.cpp/i.test(answer),
      },
    ],
    connect: (settings) =>
      connect({
        ...settings,
        // This server has one model and no list of models.
        fixed: { transcription: ['whisper'], speech: [] },
        pathOf: (path) =>
          path === '/audio/transcriptions' && !settings.baseUrl.endsWith('/v1')
            ? '/inference'
            : path,
      }),
  },
  {
    ...about,
    id: 'speaches',
    name: 'Speaches',
    about: 'Writes down what you say and reads answers aloud, on your own machine.',
    address: { default: 'http://127.0.0.1:8000/v1', example: 'http://127.0.0.1:8000/v1' },
    localMarks: [
      {
        origin: 'http://127.0.0.1:8000',
        path: '/openapi.json',
        isIt: hasPaths('/v1/audio/transcriptions', '/v1/registry'),
      },
    ],
    connect,
  },
  {
    ...about,
    id: 'kokoro',
    name: 'Kokoro-FastAPI',
    about: 'Reads answers aloud, on your own machine.',
    address: { default: 'http://127.0.0.1:8880/v1', example: 'http://127.0.0.1:8880/v1' },
    localMarks: [
      {
        origin: 'http://127.0.0.1:8880',
        path: '/openapi.json',
        isIt: hasPaths('/v1/audio/speech', '/v1/audio/voices/combine'),
      },
    ],
    connect,
  },
]
